/*
 * Declarations before the first statement are evaluated when the process is created, in their order: parameters
 * and earlier declarations may be used, and globals as they are at that time.
 */
byte g = 1;

proctype P(byte a)
{	byte b = a + g;
	byte c = b + 1;

	assert(b == 7 && c == 8)
}

init {
	g = 2;
	run P(5);
	g = 3
}
