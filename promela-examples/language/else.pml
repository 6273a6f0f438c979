/*
 * else is executable when no other option is, wherever it stands.
 */
byte x;

active [2] proctype P()
{
	do
	:: else -> break
	:: atomic { x < 3 -> x++ }
	od;
	assert(x == 3)
}
