/* Where a process stands, and one of its variables. */
active proctype P() {
	byte n;
	do
	:: n < 2 -> n++
	:: n == 2 ->
away:		n = 0
	od
}

active proctype Q() {
	do
	:: true -> skip
	od
}

never {
T0:
	do
	:: P[0]@away -> goto accept_S1
	:: !P[0]@away
	od;
accept_S1:
	do
	:: P[0]:n == 2
	:: P[0]:n == 0 -> goto T0
	od
}
