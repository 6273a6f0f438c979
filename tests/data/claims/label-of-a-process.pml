/* With a claim that is written by hand, `accept` labels of processes count, too. */
byte x;

active proctype P() {
	do
	:: x = 1;
accept_here:
		x = 0
	od
}

active proctype Q() {
	do
	:: x == 1 -> skip
	od
}

never {
	do
	:: x <= 1
	od
}
