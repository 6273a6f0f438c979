/* The run ends, and the claim goes on alone: its second step in the last state fails. */
byte x = 1;

active proctype P() {
	x = 2
}

never {
	do
	:: x == 1
	:: x == 2 -> assert(x == 1)
	od
}
