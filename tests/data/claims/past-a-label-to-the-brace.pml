/* As SPIN translates a formula: behind the label nothing can be seen that would not end the claim. */
byte n, a, b;

active proctype P() {
	byte i;
	do
	:: i < 3 -> a = i; i++
	:: else -> break
	od;
	n++
}

active proctype Q() {
	byte i;
	do
	:: i < 3 -> b = i; i++
	:: else -> break
	od;
	n++
}

never {
T0_init:
	do
	:: !(n <= 1) -> goto accept_all
	:: (1) -> goto T0_init
	od;
accept_all:
	skip
}
