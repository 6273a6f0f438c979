/* What bounds an index, and what does not: a failed assertion may not end the search, and the `else` of the first
   statement of an option does not look at the options behind. The states before what fails are states. */
byte x;
chan c = [1] of { byte };
active proctype S() { c!1; c!9 }
active proctype P() { byte l[3]; byte k; c?k; c?k; assert(k < 3); x = k; l[k] = 1; x = 0 }
active proctype E()
{
	byte l[3];
	byte k;
	if :: k = 1 :: k = 7 fi;
	if
	:: if :: k == 0 :: else -> x = k; l[k] = 1; x = 0 fi
	:: k > 2
	fi
}
active proctype Q() { assert(x != 9) }
active proctype R() { assert(x != 7) }
