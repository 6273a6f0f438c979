byte x, a[3];
inline one(p) { x = p }
inline two(p, q) { p = q }
inline value(p) { return p + 1 }
inline label_in(p) { again: p++ }
inline nothing() { }
inline bare() { return }
inline nested(p) { one(p, p) }
inline loop(p) { other(p) }
inline other(p) { if :: p > 0 -> loop(p - 1) :: else fi }
inline self() { self() }
typedef T { byte p };
T t;
proctype P() {
	undefined(x);
	x = undefined(1);
	if :: undefined(2) -> skip fi;
	one(); one(1, 2); two(, 3);
	nested(1); nested(2);
	loop(3); self();
	label_in(1, 2); goto again;
	byte y = value(1);
	x = 1 + value(2);
	x = y = value(3);
	if :: (value(2) == 3) -> skip fi;
	run one(3);
	one(value(3));
	value(4);
	x = bare();
	nothing();
	two(q, x);
	one(t.p);
	later(3);
	a[value(0)] = 1;
	return 3
}
inline later(p) { x = p }
