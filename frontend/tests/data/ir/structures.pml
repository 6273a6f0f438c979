/* Structures: nested, in arrays, with channels and initial values of each instance; late declarations are a step. */
typedef Inner {
	byte p = 3;
	bit b = 3;
	chan ci = [2] of { byte };
	bool flags[3] = { 1, 5 }
};
typedef Outer {
	chan none;
	Inner n[2];
	short s[3] = 5;
	chan c = [1] of { bit, byte };
	unsigned u : 3 = 14;
	chan e[2] = [1] of { bit };
	Inner one
};
chan first = [1] of { byte };
Outer t;
Outer ts[2];
chan second = [3] of { byte };
Inner inner;
byte early = t.n[1].p;

active proctype P() {
	chan l1 = [1] of { byte };
	byte r, i = 1;
	Outer l;
	Inner two[2], three;
	chan l2 = [1] of { byte };
	assert(early == 0 && t.n[1].p == 3 && t.n[0].b == 1 && t.n[0].flags[2] == 5 && t.u == 6 && t.s[2] == 5);
	assert(l.one.p == 3 && l.n[1].b == 1 && l.one.flags[0] == 1 && l.u == 6 && l.s[0] == 5);
	/* The identity of each channel, in order of creation. */
	r = first; r = second; r = t.none; r = t.n[1].ci; r = t.c; r = t.e[1]; r = t.one.ci;
	r = ts[0].c; r = ts[i].n[0].ci; r = ts[1].one.ci; r = inner.ci;
	r = l1; r = l2; r = l.n[0].ci; r = l.e[0]; r = two[i].ci; r = three.ci;
	Outer late, later;
	r = late.n[1].p; r = late.s[2]; r = later.c; r = late.one.ci;
	ts[i].n[i - 1].flags[i + 1] = 7;
	r = ts[1].n[0].flags[2];
	ts[0].e[i]!1;
	ts[0].e[1]?l.n[i].b;
	l.n[1].ci = t.c;
	l.n[1].ci!1,r;
	do
	:: Inner again; again.p++; assert(again.p < 6)
	:: len(t.c) == 1 -> break
	od;
	xr l1; xs l2
}
