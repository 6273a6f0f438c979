init {
	mtype = { a, b };
	mtype:fruit = { c };
	byte x = 1 +
}
