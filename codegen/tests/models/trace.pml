// A trace over a buffered and a rendezvous channel. SPIN counts 343 states, 378 matched, no atomic step, depth 31.
chan q = [2] of { byte, byte }
chan r = [0] of { byte }
byte x

active proctype S() {
	do
	:: q!1,x
	:: r!x
	:: x < 2 -> x++
	:: x == 2 -> break
	od
}

active proctype R() {
	byte i, j
	do
	:: q?i,j
	:: r?i
	:: x == 2 && i == 0 -> break
	od
}

trace {
	do
	:: q!1,0 -> q?1,0
	:: r!0; r?0
	:: q!1,1
end:		r!1; r?x
progress:	q?1,1
	od
}
