/* `np_` is that no process stands at a `progress` label. */
bit x;

active proctype P() {
	do
	:: x = 1;
progress:
		x = 0
	:: x == 0 -> skip
	od
}

never {
T0:
	do
	:: np_ -> goto accept_S1
	:: true
	od;
accept_S1:
	do
	:: np_
	od
}
