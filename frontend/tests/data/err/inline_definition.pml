byte x;
inline set(v, n) {
	v = n;
	do :: v > 0 -> v-- :: else -> break od
}
inline (a) { a = 1 }
inline run(a) { a = 1 }
inline typed(byte a) { a = 1 }
inline keyword(a, do) { a = 1 }
inline number(a, 3) { a = 1 }
inline gap(a, , b) { a = 1 }
inline twice(a, b, a) { a = 1 }
inline é(a) { a = 1 }
inline foreign(é) { é = 1 }
inline headless { x = 1 }
inline bodiless(a);
inline set(v) { v = 1 }
inline wrong_inside(a) { a = = 1 }
inline open(a) { if :: a -> skip }
init {
	set(x);
	if :: set(x) :: x == 1 -> skip fi;
	typed(x); gap(x, x, x); headless(); unknown(x);
	x = ;
	wrong_inside(x);
	wrong_inside(x);
	open(x)
}
