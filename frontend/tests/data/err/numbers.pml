int x = 0x10;
init {
	x = 0x1F;
	x = 1.5;
	x = 3abc;
	x = 12 34
}
