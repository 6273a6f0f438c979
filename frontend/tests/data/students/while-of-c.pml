byte x;
active proctype Count() {
	while (x < 3) {
		x++
	}
}
/* SPIN: line 3, Error: undeclared variable: while saw ''(' = 40' */
