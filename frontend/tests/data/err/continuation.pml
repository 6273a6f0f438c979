byte x, y;
init {
	x = 1
	  + 2;
	if
	:: x == 1
	   && y == 2 -> skip
	:: (x == 1
	   && y == 2) -> skip
	fi
}
