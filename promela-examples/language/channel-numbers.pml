/*
 * Channels are numbered from 1 in the order in which they are created, global ones first, and a channel's value is
 * its number.
 */
chan a = [1] of { byte };
chan b[2] = [1] of { byte };
chan carrier = [1] of { chan };
chan x;

active proctype P()
{	chan own = [1] of { byte };

	carrier!own;
	carrier?x;
	assert(x == own && x != a && b[0] != b[1]);
	x!3;
	assert(len(own) == 1);
	x = b[1];
	x!4;
	b[1]?4
}
