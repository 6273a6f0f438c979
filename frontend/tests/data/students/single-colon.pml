byte x;
active proctype Choose() {
	if
	: x == 0 -> x = 1
	: else -> skip
	fi
}
/* SPIN: line 4, Error: syntax error saw '':' = 58' */
