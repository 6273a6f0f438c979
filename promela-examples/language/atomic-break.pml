/*
 * A break out of a loop within an atomic sequence, and one out of the sequence itself.
 */
byte x, y;

active proctype P()
{
	do
	:: atomic {
		do
		:: x < 3 -> x++
		:: else -> break
		od;
		y = x;
		break }
	od;
	y = 0
}

active proctype Q()
{
	assert((y == 0 && x == 0) || x == 3)
}
