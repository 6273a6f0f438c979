/*
 * A statement that blocks within an atomic sequence gives the others a chance: the state is stored, and the
 * sequence goes on, uninterrupted, when it can.
 */
byte x;

active proctype P()
{
	atomic { x = 1; x == 2; x = 3; x = 4 }
}

active proctype Q()
{
	x == 1 -> x = 2;
	assert(x == 2 || x == 4)
}
