#define SET(v) v = missing
byte x;
chan c = [1] of { byte };
inline inner(p) { p = p + 1; c!p }
inline outer(p, q) {
	inner(p);
	q = nowhere;
	SET(q);
	goto lost;
	timeout x = q
}
init {
	outer(x, x);
	outer(c, gone);
	outer(x, c)
}
