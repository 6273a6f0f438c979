// With lossy sends SPIN (`spin -m`) counts 53 states, 18 matched, no atomic step, depth 17, and three lost messages.
chan q = [1] of { byte }
chan r = [0] of { byte }
byte x

active proctype S() {
	byte i
	do
	:: i < 3 -> q!i; i++
	:: else -> r!1; break
	od
}

active proctype R() {
	do
	:: q?x
	:: r?x -> break
	od
}
