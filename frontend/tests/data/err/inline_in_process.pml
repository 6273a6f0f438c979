byte x;
init {
	x = 1;
	inline late(a) { a = 1 }
	late(x)
}
