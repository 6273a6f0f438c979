/*
 * The last name of an mtype declaration is 1, the first has the highest number; a second declaration goes on
 * above.
 */
mtype = { A, B, C };
mtype = { D, E };
mtype x;

active proctype P()
{
	assert(C == 1 && B == 2 && A == 3);
	assert(E == 4 && D == 5);
	x = B;
	assert(x == 2);
	x = 0;
	assert(x != A && x != B && x != C)
}
