/*
 * An offer that nobody takes is one step deeper than the state in which it is made, even far down in a large search.
 */
int n;
chan door = [0] of { bit };

active proctype P()
{
	do
	:: n < 40000 -> n++
	:: else -> break
	od;
end:	door!1
}
