/*
 * A selection at the start of an option is part of the outer one: its options are those of the outer selection.
 */
byte x;

active proctype P()
{
	if
	:: if
	   :: x == 0 -> x = 1
	   :: x == 9 -> x = 2
	   fi
	:: if
	   :: x == 0 -> x = 3
	   :: x == 9 -> x = 4
	   fi
	:: else -> assert(x == 77)
	fi;
	x = x + 10
}
