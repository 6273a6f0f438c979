/*
 * A never claim that asks whether nobody is at a progress label. It is not checked in a search for assertions and end states, and
 * must not disturb it.
 */
byte x;

active proctype P()
{
	do
	:: x < 2 ->
progress:	x++
	:: x = 0
	od
}

never {
	do
	:: true
	:: np_ -> break
	od;
accept:
	do
	:: np_
	od
}
