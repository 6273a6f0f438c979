/*
 * A local variable after its last use does not distinguish states by default; without optimisations it does.
 */
byte x;

active proctype P()
{	byte v;

	if
	:: v = 1
	:: v = 2
	:: v = 3
	fi;
	x = v;
	x = 0;
	x = 5;
	assert(x == 5)
}
