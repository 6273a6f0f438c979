byte x;
active proctype Count() {
	do {
		x++
	} while (x < 3)
}
/* SPIN: line 3, Error: syntax error saw ''{' = 123' */
