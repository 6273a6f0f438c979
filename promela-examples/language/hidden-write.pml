/*
 * A global that is only written, and never read, does not distinguish states by default; without optimisations it
 * does.
 */
byte w, x;

active proctype P()
{
	if
	:: w = 1
	:: w = 2
	:: w = 3
	fi;
	x = 1;
	assert(x == 1)
}
