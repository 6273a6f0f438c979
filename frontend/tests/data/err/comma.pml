byte x, y, a[2];
init {
	x = 1, y = 2;
	a[1,2] = 3;
	a[] = 1;
	a. = 1;
	x = a[1;
	x, y = 1;
	assert(x == 1, "text")
}
