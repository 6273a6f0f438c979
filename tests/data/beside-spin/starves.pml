/* Q may never come to its label, unless runs are weakly fair. */
bit x, y;

active proctype P() {
	do
	:: x = 1 - x
	od
}

active proctype Q() {
	do
	:: y = 1;
progress:
		y = 0
	od
}
