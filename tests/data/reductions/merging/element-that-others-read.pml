/* The same of an element of an array, and of the local that says which one it is. */
byte g;
active proctype A() { byte a[3]; byte i; i = 1; a[i] = 4; a[i] = 0; i = 2; g = 1 }
active proctype B() {
	if :: A[0]:a[1] == 4 -> assert(g == 1) :: A[0]:i == 1 -> assert(g == 2) :: g == 1 fi
}
