/* A formula that holds in fair runs only, beside an assertion that fails: with fairness the
   assertion is all there is to find along the claim. */
bit seen;

active proctype P() {
	byte i;
	do
	:: i < 3 -> i++
	:: i == 2 -> assert(i != 2)
	:: i == 3 -> i = 0
	od
}

active proctype Q() {
	byte k;
	k = 1;
	k = 2;
	seen = 1
}

ltl { <> (seen == 1) }
