byte x;
active proctype Count {
	x++
}
/* SPIN: line 2, Error: syntax error saw ''{' = 123' */
