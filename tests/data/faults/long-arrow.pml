/* `-->` is read as `->`. */
byte x, y = 1;

active proctype P() {
	x < y --> x++;
	do
	:: x < 3--> x++
	:: else --> break
	od;
	assert(x == 3)
}
