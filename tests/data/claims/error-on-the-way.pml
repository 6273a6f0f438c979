/* A run-time error that the search without the formula finds, too: the search for the formula goes
   past it, and finds that the formula is false. */
byte n, cell[3];

active proctype P() {
	do
	:: n < 5 -> n++
	:: n == 3 -> cell[n] = 1
	:: n > 3 -> n = 0
	od
}

ltl { [] <> (n == 5) }
