/* A claim may assert: so SPIN itself writes that something always holds. */
byte x;

active proctype P() {
	do
	:: x = (x + 1) % 3
	od
}

never {
T0:
	do
	:: atomic { !(x < 2) -> assert(!(!(x < 2))) }
	:: true
	od
}
