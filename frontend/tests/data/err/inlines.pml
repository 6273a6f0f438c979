byte x;
init {
	undefined(x);
	x = undefined(1);
	if :: undefined(2) -> skip fi;
	return 3;
	inline late(a) { a = 1 }
}
