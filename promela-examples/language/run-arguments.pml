/*
 * The arguments of run are cut to the types of their parameters.
 */
proctype P(byte a, b; bit c)
{
	assert(a == 44 && b == 255 && c == 0)
}

init {
	run P(300, 0-1, 2)
}
