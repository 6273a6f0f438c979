byte x; chan c = [1] of { byte };
init {
	!full(c);
	(x == 1 && !empty(c)) -> x = 1;
	x = full(c) + 1;
	nfull(c) == 1;
	(full(c) -> x : 1) == 1;
	c!full(c);
	x = !(x == 1 || nempty(c))
}
