byte x;
active proctype Choose() {
	if
	:: x == 0 -> x = 1
	:: else if x == 1 -> x = 2
	fi
}
/* SPIN: line 5, Error: syntax error saw 'an identifier' */
