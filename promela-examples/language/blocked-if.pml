/*
 * A selection none of whose options is executable blocks: an invalid end state.
 */
byte x = 5;

active proctype P()
{
	if
	:: x == 1 -> x = 2
	:: x > 5  -> x = 3
	fi
}
