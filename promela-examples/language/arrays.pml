/*
 * Arrays of every type and of channels, indexed by expressions.
 */
byte b[3];
short s[2];
int i[2];
mtype = { one, two };
mtype k[2];
chan c[3] = [1] of { byte, mtype };

active proctype P()
{
	b[b[0]+1] = 2;
	s[b[1]-1] = -5;
	i[0] = s[1] * 1000;
	k[1] = two;
	c[b[1]]!b[1],k[1];
	assert(nempty(c[2]) && empty(c[1]));
	c[2]?b[2],k[0];
	assert(b[2] == 2 && k[0] == two && i[0] == -5000)
}
