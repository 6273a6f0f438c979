/* An `end` label of a claim is an error, too. */
byte x;

active proctype P() {
	do
	:: x = (x + 1) % 3
	od
}

never {
T0:
	do
	:: x != 2
	:: x == 2 -> goto end_here
	od;
end_here:
	do
	:: true
	od
}
