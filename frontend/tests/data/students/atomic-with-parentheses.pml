byte x;
active proctype Count() {
	atomic (x == 0; x = 1)
}
/* SPIN: line 3, Error: syntax error saw ''(' = 40' */
