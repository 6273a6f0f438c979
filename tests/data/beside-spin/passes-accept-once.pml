/* The label is passed once only. */
bit x;

active proctype P() {
accept:
	x = 1;
	do
	:: x = 1 - x
	od
}
