byte x, y;
init {
	x = (1 + 2;
	x = y[3;
	if :: (x == 1 -> y = 2 :: else fi;
	printf("%d", x;
	y = 1 1
}
