byte x;
proctype Add(byte n) {
	x = x + n
}
init {
	run Add(1, 2)
}
/* SPIN: line 6, Error: wrong number of parameters */
