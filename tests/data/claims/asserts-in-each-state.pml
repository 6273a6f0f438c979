/* An invariant as a claim that asserts it in each state: what it does not see may be left out. */
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
	do
	:: assert(n < 2)
	od
}
