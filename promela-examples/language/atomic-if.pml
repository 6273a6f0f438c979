/*
 * The join after a selection at the end of an atomic sequence is a step that stays within it: it adds to the
 * depth, not to the states.
 */
byte x;

active proctype P()
{
	atomic {
		if
		:: x = 1
		:: x = 2
		fi
	};
	x = 5
}
