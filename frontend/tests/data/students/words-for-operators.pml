bool wants, turn;
active proctype Wait() {
	(wants and not turn) -> turn = true
}
/* SPIN: line 3, Error: syntax error saw 'an identifier' near 'and' */
