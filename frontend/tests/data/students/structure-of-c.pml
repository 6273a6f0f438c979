struct point {
	int x, y;
};
point p;
active proctype Move() {
	p.x = 1
}
/* SPIN: line 1, Error: syntax error saw 'an identifier' near 'struct' */
