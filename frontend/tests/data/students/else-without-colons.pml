byte x;
active proctype Choose() {
	if
	:: x == 0 -> x = 1
	else -> x = 2
	fi
}
/* SPIN: nothing */
