/*
 * A receive with constants is executable when the oldest message has these values; the others wait behind it.
 */
mtype = { red, green };
chan c = [3] of { mtype, byte };
byte got;

active proctype P()
{	byte v;

	c!red,1; c!green,2; c!red,3;
	do
	:: c?green,v -> got = 10*got + v
	:: c?red(v)  -> got = 10*got + v
	:: empty(c)  -> break
	od;
	assert(got == 123);
	c!red,7;
	c?green,_
}
