byte x;
init {
	if
	:: x == 1 -> skip
	else -> skip
	fi;
	if :: x == 1 -> skip; else -> x = fi
}
