/* Constant indices outside of their arrays, in branches that are never taken. Right: no error, as in SPIN. */
typedef S { byte e[2]; byte f }
byte a[2], x;
bit b[2];
S s[2];
chan q[2] = [1] of { byte };
chan r[2] = [0] of { byte };
proctype Q(byte y) { x = y }
active proctype P() {
	byte v[2], i;
	do
	:: x < 2 -> x++
	:: x == 7 -> a[2] = 1; a[-1]++; b[9] = 1; v[2] = a[0]; x = v[-3]
	:: x == 8 -> s[2].f = 1; s[0].e[2] = 1; s[-1].e[5] = s[1].e[a[4]]
	:: x == 9 -> q[2]!1; q[0]!a[2]; q[0]?a[3]; q[1]?eval(v[4]); r[2]!1; r[-1]?x
	:: x == 10 && q[3]?[1] -> skip
	:: x == 11 && len(q[2]) == 0 && nfull(q[4]) -> skip
	:: x == 12 -> run Q(a[2]); a[5] = run Q(1); printf("%d", a[6])
	:: x == 13 -> for (i : a[2] .. v[3]) { skip }
	:: x == 14 -> d_step { a[0] = 1; a[2] = 1; if :: a[3] == 1 -> v[7] = 1 :: else fi }
	:: x == 15 -> atomic { q[0]!1; q[5]!1 }
	:: x == 2 && (x < 3 -> a[1] : a[2]) == 0 -> break
	od;
	assert(x == 2 && (x == 2 || a[2] == 1))
}
active proctype R() {
	byte w[2];
	do
	:: x == 1 -> d_step { w[0] = 1; if :: w[0] == 0 -> w[2] = 1 :: else -> w[1] = 1 fi }; break
	:: x == 2 -> break
	od
}
