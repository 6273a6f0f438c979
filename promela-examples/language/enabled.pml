/*
 * enabled(p) tells whether process p could move now. It asks for the statements only: whether the process is provided
 * with the right to move does not matter.
 */
byte x;

active proctype P() provided (x > 0)
{
	x < 2;
	x == 2
}

active proctype Q()
{
	assert(enabled(0));
	x = 1;
	!enabled(0) -> x = 2
}
