/*
 * A timeout within an atomic sequence: the sequence blocks there, is interrupted, and goes on when all others
 * block as well.
 */
byte x;

active proctype P()
{
	atomic { x = 1; timeout; assert(x == 2); x = 3 }
}

active proctype Q()
{
	x == 1 -> x = 2
}
