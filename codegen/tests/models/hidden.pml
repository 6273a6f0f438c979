// Hidden variables decide, and are no part of the state. SPIN counts 190 states, 161 matched, no atomic step, depth 85.
hidden byte h
hidden byte ha[3]
byte x
hidden int unused

active [2] proctype P() {
	do
	:: x < 3 -> x++; h = x; ha[x % 3] = _pid
	:: h == 2 -> ha[1] = 5; x = 0
	:: ha[1] == 5 && h != 2 -> break
	od
}
