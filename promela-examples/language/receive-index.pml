/*
 * The fields of a message are assigned from left to right: the index of the second is the value of the first.
 */
chan c = [1] of { byte, byte };
byte i, a[3];

active proctype P()
{
	c!2,9;
	c?i,a[i];
	assert(i == 2 && a[2] == 9 && a[0] == 0)
}
