byte x;
active proctype Choose() {
	if (x == 0) {
		x = 1
	} else {
		x = 2
	}
}
/* SPIN: line 3, Error: syntax error saw ''(' = 40' */
