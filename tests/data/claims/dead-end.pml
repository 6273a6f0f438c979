/* The system ends, and its last state repeats for ever: the claim goes on alone. */
byte x;

active proctype P() {
	x = 1;
	x = 2
}

never {
T0:
	if
	:: x != 3 -> goto T1
	fi;
T1:
	if
	:: x != 3 -> goto T2
	fi;
T2:
	if
	:: x != 3 -> goto T1
	:: x == 2 -> goto accept_T3
	fi;
accept_T3:
	do
	:: x == 2
	od
}
