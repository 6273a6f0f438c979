/* The claim of a response as SPIN writes it: that `!q && p` implies `!q` must be known, or nothing
 * could be left out. */
byte p, q, work;

active proctype Asks() {
	byte i;
	do
	:: i < 3 -> i++; work = i
	:: else -> break
	od;
	p = 1
}

active proctype Answers() {
	byte k;
	do
	:: k < 3 -> k++; k = k + 0
	:: else -> break
	od;
	q = 1
}

never {
T0_init:
	do
	:: (! ((q == 1)) && (p == 1)) -> goto accept_S4
	:: (1) -> goto T0_init
	od;
accept_S4:
	do
	:: (! ((q == 1))) -> goto accept_S4
	od
}
