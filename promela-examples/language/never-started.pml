/*
 * A proctype that nobody starts takes no part, and no place in a state.
 */
byte x;

proctype never_started()
{
	byte y = 3;

	x = y
}

active [2] proctype P()
{
	do
	:: x = 1 - x
	od
}
