/*
 * timeout as part of an expression, in two processes that compete for it.
 */
byte x;

active [2] proctype P()
{
	do
	:: timeout && x < 2 -> x++
	:: x == 2 -> break
	od
}
