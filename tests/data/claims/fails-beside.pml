/* A formula that holds, beside an assertion that fails: it is found along the claim, too,
   whatever a search leaves out. */
bit seen;

active proctype P() {
	byte i;
	do
	:: i < 3 -> i++
	:: else -> break
	od;
	assert(i != 3)
}

active proctype Q() {
	byte i;
	do
	:: i < 3 -> i++
	:: else -> break
	od;
	seen = 1
}

ltl { <> (seen == 1) }
