/*
 * The elements of an array of bits are stored as bytes, and not cut to one bit.
 */
bit b[4];
bool o[2];

active proctype P()
{
	b[1] = 5;
	o[1] = 300;
	assert(b[1] == 5 && b[0] == 0 && b[2] == 0 && o[1] == 44)
}
