/*
 * A process at its end that cannot disappear, because a younger one waits for ever, is not itself to blame: the
 * one invalid end state is the younger's.
 */
byte x;

active proctype older()
{
	x = 1
}

active proctype younger()
{
	x == 2
}
