/*
 * The loop of block-alias without the block around it: one state less.
 */
byte x;

active proctype P()
{
	do
	:: x < 3 -> x++
	:: else -> x = 0
	od
}
