/* Every operator, as a sign and as a word; the words are names elsewhere. */
byte x, y, z;
chan c = [1] of { byte };
ltl { [] (x == 1) }
ltl words { always (x > 0 implies eventually (y == 1) && next (z == 2)) }
ltl signs { [](x > 0 -> <> (y == 1) && X (x == 2)) };
ltl chain { x == 1 U y == 1 until x == 2 W x == 3 weakuntil (y == 4) V (x == 5) release x == 6 stronguntil x == 7 -> x == 8 <-> x == 9 equivalent x == 10 implies true; }
ltl mixed { ! (<> (x == 1)) || ![] !(!(!(y == 1))) && !(!(c?[1] U len(c) == 1)) }
ltl right { x == 1 -> (y == 1 -> x == 2) || ((y == 2 || <> skip) || (x == 3 && y == 3)) && ((x == 4) U (y == 5 U x == 6)) }
ltl numbers { -x + 1 < ~y << 2 | x & z ^ 3 U (x -> y) && (x) }
ltl remote { [] (P@here -> (P[1]:local_x == 1)) && <> (P:local_a[x] != 'c') && !timeout && np_ && enabled(0) && (full(c) || nempty(c)) }
ltl lines {
	[] (x == 1
	    -> <> (y == 2)
	)
}
active [2] proctype P() {
	byte local_x, local_a[2];
	byte until, next, U, V, W, X, always, eventually, implies, equivalent, release, weakuntil, stronguntil;
	until = next + U;
here:	local_x = V
}
ltl after { <>[] (x == 1) }
