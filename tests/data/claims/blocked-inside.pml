/* An atomic sequence that blocks: its state is one that the claim sees. */
byte x;
bit go;

active proctype P() {
	do
	:: atomic { x = 1; go == 1; x = 2 }
	:: x = 0
	od
}

active proctype Q() {
	do
	:: go = 1 - go
	od
}

never {
T0:
	do
	:: x == 1 -> goto accept_S1
	:: else
	od;
accept_S1:
	do
	:: x == 1
	:: x != 1 -> goto T0
	od
}
