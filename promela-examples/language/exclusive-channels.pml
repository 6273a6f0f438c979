/*
 * xr and xs promise who uses a channel. They are declarations, no steps, and change nothing without reduction.
 */
chan c = [2] of { byte };

active proctype S()
{
	xs c;

	c!1; c!2; c!3
}

active proctype R()
{	byte v;

	xr c;

	c?v; c?v; c?v;
	assert(v == 3)
}
