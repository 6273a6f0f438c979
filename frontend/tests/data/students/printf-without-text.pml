byte x;
active proctype Show() {
	printf(x);
	printf("x is %d\n")
}
/* SPIN: line 3, Error: syntax error saw 'an identifier' */
