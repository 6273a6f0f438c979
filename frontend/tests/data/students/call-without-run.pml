byte x;
proctype Add(byte n) {
	x = x + n
}
init {
	Add(1)
}
/* SPIN: line 6, Error: syntax error saw ''(' = 40' */
