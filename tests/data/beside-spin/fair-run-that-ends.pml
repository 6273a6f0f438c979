/* The only run ends, and is weakly fair: no process can move any more. */
byte n;

active proctype P() {
	n = 1;
	n = 2
}

ltl p { <> [] (n == 1) }
