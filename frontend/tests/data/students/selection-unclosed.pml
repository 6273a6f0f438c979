byte x;
active proctype Choose() {
	if
	:: x == 0 -> x = 1
	:: else -> skip
	x = 2
}
/* SPIN: line 7, Error: syntax error saw ''}' = 125' */
