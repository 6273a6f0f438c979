/* The claim can make two steps; the second one fails, in a state that the first one has left. */
byte x;

active proctype P() {
	do
	:: x < 3 -> x++
	:: x == 3 -> x = 0
	od
}

never {
	do
	:: true
	:: assert(x < 2)
	od
}
