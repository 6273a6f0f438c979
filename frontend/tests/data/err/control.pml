chan c = [1] of { byte };
chan r = [1] of { byte };
byte x, a[3];
typedef T { byte b };
proctype R() { skip }
active proctype P() {
	byte i;
	d_step { x = 1; goto out };
out:	d_step { x = 2; inner: x = 3 };
	goto inner;
	do :: d_step { x < 3 -> x++; break } :: else -> break od;
	d_step { run R() }; d_step { for (i : run R() .. 2) { skip }; select (i : run R() .. 2) };
	d_step { { x = 1 } unless { x == 2 } };
	stop: x = 1 unless { x == 2 };
	{ x = 1 } unless { here: x == 2 };
	for (i : 5 .. 3) { skip };
	for (a[1] : 1 .. 3) { skip };
	for (i in x) { skip };
	for (i in c) { skip };
	select (c : 1 .. 2);
	x = np_
}
active proctype Q() provided (i > 0) { skip }
never { byte y; do :: c!1 :: x > 1 od }
trace { c!1; x == 1; do :: r?1 :: break od }
notrace { c!1 }
