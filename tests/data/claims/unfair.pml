/* Only a run on which Q never gets its turn is accepted. */
bit x;

active proctype P() {
	do
	:: true -> skip
	od
}

active proctype Q() {
	do
	:: x = 1 - x
	od
}

never { /* ![]<>x */
T0:
	do
	:: true
	:: !x -> goto accept_S1
	od;
accept_S1:
	do
	:: !x
	od
}
