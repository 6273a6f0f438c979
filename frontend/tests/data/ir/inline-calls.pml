/* Calls: as guards, in atomic, nested, with results, with locals that are set at each call. */
byte x, y, a[3];
chan c = [2] of { byte, byte };
inline set(v, n) { v = n }
inline twice(e) { return e * 2; y++ }
inline spend(n) { byte left = n; byte used; do :: left > 0 -> left--; used++ :: else -> break od; x = used }
inline quiet() { y = 0 }
inline both(p, q) { set(p, q + 1); p = twice(q); c!p(q) }
inline wait(condition) { condition }
inline get(v, w) { c?v,w; if :: w > 1 -> wait(v > w) :: else fi }
active proctype P() {
	byte i, j;
	both(a[i], j);
	spend(2); spend(1);
	if :: set(x, 2) :: wait(x == 1); i = 1 :: quiet() fi;
	atomic { set(i, 2); j = twice(i + 1); both(a[i - 1], j - 1) };
	i = quiet();
	assert(j == 4 && a[0] == 0)
}
active proctype Q() {
	byte v, w;
	get(v, w);
	do :: get(v, w) :: x == 2 -> set(x, 3); break :: wait(timeout); break od;
	wait(y == 3 || x == 3)
}
