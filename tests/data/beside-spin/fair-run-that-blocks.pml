/* The only run ends with a process that waits for ever, which is weakly fair. */
byte n;

active proctype P() {
	n = 1;
	n = 2;
	n == 3
}

ltl p { <> [] (n == 1) }
