byte x;
init() {
	x = 1
}
/* SPIN: line 2, Error: syntax error saw ''(' = 40' */
