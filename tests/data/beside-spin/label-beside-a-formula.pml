/* Labels of processes are none of a formula. */
bit x = 1;

active proctype P() {
	do
	:: true ->
accept:
		skip
	od
}

ltl p { [] <> (x == 1) }
