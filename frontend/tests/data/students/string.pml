string s = "ready";
active proctype Show() {
	printf(s)
}
/* SPIN: line 1, Error: syntax error saw 'an identifier' near 'string' */
