/*
 * A label before a closing brace stands before a step of its own.
 */
byte x;

active proctype P()
{
	if
	:: x == 0 -> goto finish
	:: x = 1
	fi;
	x = 2;
finish:
}
