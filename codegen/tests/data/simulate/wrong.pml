/* One of two assertions, or an index outside its array. */
byte a[3], i;

active proctype P() {
	if
	:: i = 1; assert(a[i] == 1)
	:: i = 3; a[i] = 1
	:: d_step { i = 2; assert(i == 1); i = 0 }
	fi
}
