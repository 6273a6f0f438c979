/*
 * An atomic sequence that never ends and never blocks: it is cut, so the search ends; no other process moves on
 * this branch.
 */
byte x;

active proctype P()
{
	atomic {
		x = 1;
		do
		:: x = 3 - x
		od
	}
}
