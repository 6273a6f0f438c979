active proctype Count() {
	byte x;
	skip;
	x == 1;
	assert(x == 1)
}
/* SPIN: nothing */
