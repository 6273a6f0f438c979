/*
 * A declaration after the first statement is a statement of its own, with its own state, and assigns each time
 * control passes; one before the first statement costs nothing. Three steps here, not one, and a counter that
 * begins anew in every round.
 */
byte rounds, last;

active proctype P()
{	byte free = 3;

	do
	:: rounds < 2 ->
		byte late = free;
		byte cleared;
		late++; cleared++;
		last = late + cleared;
		assert(last == 5);
		rounds++
	:: else -> break
	od
}
