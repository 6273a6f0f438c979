/*
 * A goto from one atomic sequence to a label within another keeps control; a goto out of it gives it up.
 */
byte x;

active proctype P()
{
	atomic { x = 1; goto inside };
	atomic { x = 2;
inside:		x = 3; x = 4; goto outside };
outside: x = 5
}

active proctype Q()
{
	assert(x == 0 || x >= 4)
}
