/* The last state repeats, and the claim steps alone: there its assertion fails. */
byte x;

active proctype P() {
	x = 2
}

never {
	do
	:: true
	:: x == 2 -> assert(x < 2)
	od
}
