const int N = 3;
boolean done = False;
active proctype Wait() {
	done = TRUE
}
/* SPIN: line 1, Error: syntax error saw 'an identifier' near 'const' */
