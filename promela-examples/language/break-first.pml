/*
 * A break or goto that begins an option is a step; after another statement it costs nothing.
 */
byte x;

active proctype P()
{
	do
	:: x < 2 -> x++
	:: break
	:: x == 1 -> goto out
	:: goto out
	od;
out:	x = 7
}
