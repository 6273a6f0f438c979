byte x;
active proctype Add(byte n) {
	x = x + n;
	assert(x == 1)
}
/* SPIN: nothing */
