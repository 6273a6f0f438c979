byte x, y;
active proctype Show() {
	printf("x is %d\n", x, y);
	printf("done\n", x)
}
/* SPIN: nothing */
