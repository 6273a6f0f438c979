/* Decides: an offer that nobody takes counts for the depth, like the first half of a handshake, though nothing is
 * stored between the halves. The deepest state is the one in which Q waits at its send. */
chan c = [0] of { byte };
byte x;

active proctype P()
{
	x = 1;
	x = 2;
	x = 3
}

active proctype Q()
{
	(x == 3);
end:	c!1
}
