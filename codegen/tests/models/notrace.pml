// What must not happen in this order. SPIN counts 1019 states, 2282 matched, no atomic step, depth 37.
chan q = [2] of { byte, byte }
chan r = [0] of { byte }
byte x

active proctype S() {
	do
	:: q!1,x
	:: q!2,x
	:: r!1
	:: x < 3 -> x++
	od
}

active proctype R() {
	byte i, j
	do
	:: q?i,j
	:: r?i
	:: q??1,j
	od
}

notrace { q!1,x; q?1,2; r!1 }
