/*
 * timeout is executable when nothing else in the whole system is.
 */
byte x;

active proctype P()
{
	(x == 1);
	x = 2
}

active proctype Q()
{
	timeout -> x = 1;
	timeout -> assert(x == 2)
}
