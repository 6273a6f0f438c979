// Priorities that change, provided, and processes that are asked whether they could move. A process of SPIN that has no local variable forgets
// its priority, so each has one. SPIN counts 969 states, 579 matched, no atomic step, depth 28.
byte x, y, n

active proctype A() priority 2 {
	byte unused
	do
	:: y < 4 -> y++
	:: set_priority(_pid, 1 + (x % 3))
	:: x < 3 -> x++
	:: break
	od
	unused = 1
}

active proctype B() priority 2 {
	byte unused
	do
	:: y < 2 -> set_priority(_pid, 3); skip; set_priority(_pid, 1)
	:: y == 4 -> break
	od
	unused = 1
}
