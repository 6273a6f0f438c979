/*
 * A rendezvous is one transition, and two steps of depth; none of it is stored half way.
 */
chan c = [0] of { byte };

active proctype S()
{
	c!1; c!2
}

active proctype R()
{	byte v;

	c?v;
	assert(v == 1);
	c?v;
	assert(v == 2)
}
