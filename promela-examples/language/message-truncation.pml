/*
 * A value is cut to the type of its field when it is sent, not when it is received.
 */
chan c = [1] of { byte, short };
int x, y;

active proctype P()
{
	c!300,70000;
	c?x,y;
	assert(x == 44 && y == 4464)
}
