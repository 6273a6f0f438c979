/*
 * Two options of the same text are two transitions: one of them leads to an old state.
 */
byte x;

active proctype P()
{
	if
	:: x = 1
	:: x = 1
	:: x = 2
	fi;
	x = 0
}
