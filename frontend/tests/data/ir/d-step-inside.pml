/* Inside a d_step: first options, nested selections, loops, jumps, late declarations, inner atomic and d_step. */
byte x;
active proctype P() {
	d_step {
		if
		:: x > 9 -> x = 1
		:: if :: x == 3 -> x = 2 :: x == 0 -> x = 5 fi
		:: x == 0 -> x = 7
		fi;
		do
		:: x < 9 -> x++; if :: x == 7 -> goto out :: else fi
		:: else -> break
		od;
		x = 50;
out:		x = x + 100;
		{ byte k = 3; x = x + k };
		atomic { x++; d_step { x++ } }
	};
	assert(x == 112)
}
