/*
 * Names of blocks beside each other may be the same: they are different variables, each with its own place in the
 * state.
 */
byte sum;

active proctype P()
{
	{	byte k = 1; sum = sum + k; k = 7 };
	{	byte k = 2; sum = sum + k };
	assert(sum == 3)
}
