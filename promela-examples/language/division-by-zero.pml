/*
 * A division by zero is a run-time error; the other process is not concerned.
 */
byte zero, x;

active proctype P()
{
	x = 7 / zero;
	x = 0
}

active proctype Q()
{
	x = 2;
	assert(x == 2 || x == 0)
}
