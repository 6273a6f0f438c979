/* An invariant as a claim that comes to its closing brace: what it does not see may be left out. */
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
	:: !(n <= 2) -> break
	:: else
	od
}
