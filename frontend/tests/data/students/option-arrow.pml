byte x;
active proctype Choose() {
	if
	:: x == 0 => x = 1
	:: x == 1 - > x = 2
	:: x =< 2 -> x = 3
	fi
}
/* SPIN: line 4, Error: syntax error saw 'operator: =' */
