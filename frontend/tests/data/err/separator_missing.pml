byte x, y;
init {
	x = 1 y = 2;
	if :: x == 1 -> y = 1 fi x = 3;
	x = 2 atomic { y = 1 }
	goto out x = 1;
out:	skip
}
