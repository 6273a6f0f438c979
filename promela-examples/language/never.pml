/*
 * A never claim is recognised, and reported as not checked.
 */
byte x;

active proctype P()
{
	x = 1;
	x = 2
}

never {
	do
	:: x != 2
	:: x == 2 -> break
	od
}
