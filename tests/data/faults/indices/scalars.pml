/* The index 0 on what is no array. Right: no error, as in SPIN: a scalar is an array of one element. */
mtype = { red, blue };
typedef S { byte m; byte n[2]; chan c }
byte x;
bit b;
bool d;
mtype colour;
unsigned u : 3;
S s;
chan q = [2] of { byte };
inline put(stack, top, value) { stack[top] = value }
proctype Q(byte p; chan c) { p[0] = p + 1; c[0]!p[0] }
active proctype P() {
	byte v;
	int i;
	put(x, 0, 3);
	put(v, 0, x[0] + 1);
	b[0] = 1; d[0] = b; colour[0] = blue; u[0] = 5;
	s[0].m = 1; s.m[0]++; s[0].n[1] = s[0].m[0];
	run Q(x[0], q[0]);
	q?v[0];
	assert(v == 4 && len(q[0]) == 0);
	q[0]!7; q[0]?[7] -> q[0]?_[0];
	for (i[0] : 0 .. 2) { x[0]++ }
	select (v[0] : 0 .. 2);
	assert(x == 6 && v <= 2 && _pid[0] == 0 && s.n[1] == 2 && u == 5 && d && b && colour == blue)
}
