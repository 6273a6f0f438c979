/*
 * A process in an atomic sequence is not interrupted: no state is stored within, and the others see x only as 0,
 * 3, or 6.
 */
byte x;

active [2] proctype P()
{
	atomic { x++; x++; x++ }
}

active proctype Q()
{
	assert(x % 3 == 0)
}
