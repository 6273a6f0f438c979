/* Hidden variables keep their values and are no part of the state: which of them is seen first decides. */
typedef Pair { show byte a; local bit b };
hidden byte x;
hidden byte arr[3] = 2;
hidden unsigned u : 5 = 3;
hidden Pair p;
show byte y;
local byte z;
active proctype P() {
	x = 1;
	y = x;
	arr[2] = y;
	p.a = arr[2] + 1;
	u = 33;
	assert(u == 33 && p.a > 1);
	x = 2
}
active proctype Q() {
	show byte seen;
	x = 5;
	if
	:: x == 5 -> y = 3
	:: x == 1 -> y = 4
	:: p.a == 4 -> y = 6
	fi;
	z = y
}
