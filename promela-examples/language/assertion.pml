/*
 * A failed assertion is reported and the search goes on behind it: the second one is found as well.
 */
byte x;

active proctype P()
{
	if
	:: x = 1
	:: x = 2
	fi;
	assert(x != 1);
	x = 3;
	assert(x == 4)
}
