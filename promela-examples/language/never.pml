/*
 * A never claim that comes to its closing brace, which is a violation.
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
