/* What `else` and `unless` say in a claim, and a selection within one. */
byte x;

active proctype P() {
	do
	:: x < 3 -> x++
	:: x > 0 -> x--
	:: x == 3 -> x = 0
	od
}

never {
T0:
	{
		do
		:: x == 1 -> if :: x > 0 -> goto accept_S1 :: else -> skip fi
		:: x == 2 || x == 3; skip
		:: else -> goto T0
		od
	} unless { x == 3; goto accept_S1 };
accept_S1:
	do
	:: d_step { x != 2; skip }
	:: x == 2 -> goto T0
	od
}
