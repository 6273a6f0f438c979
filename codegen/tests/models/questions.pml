// Questions about other processes. SPIN counts ? states.
byte x, y
chan q = [1] of { byte }

active proctype A() provided (y < 3) {
	byte k
	do
	:: x < 2 -> x++
	:: q!x
	:: x == 2 -> x = 0; k = 1 - k
L:		(y == 2)
	od
}

active proctype B() {
	do
	:: enabled(0) -> y = (y + 1) % 3
	:: !enabled(0) && y != 2 -> q?y
	:: else -> y = pc_value(0) % 2; q?x
	od
}

active proctype C() {
	byte v
	do
	:: v = A[0]@L + _last; (v < 3)
	:: A@L && A:k == 1 -> v = 1
	:: enabled(1) && !enabled(0) -> q?v
	od
}
