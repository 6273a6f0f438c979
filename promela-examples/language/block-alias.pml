/*
 * A block that begins with a loop: the loop is entered at the block's own control state and comes back to the
 * loop's. Two states for what looks like one place; compare block-free.
 */
byte x;

active proctype P()
{
	{	do
		:: x < 3 -> x++
		:: else -> x = 0
		od
	}
}
