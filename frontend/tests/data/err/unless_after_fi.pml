byte x;
init {
	if :: x == 1 -> skip fi
	unless { x == 2 };
	{ x = 1 }
	unless { x == 2 };
	x = 1; unless { x == 3 }
}
