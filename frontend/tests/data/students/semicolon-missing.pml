byte x, y;
active proctype Count() {
	x = 1 y = 2;
	assert(x < y)
}
/* SPIN: line 3, Error: syntax error saw 'an identifier' */
