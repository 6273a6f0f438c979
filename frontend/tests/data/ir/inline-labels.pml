/* Labels in inlines: one for each call; a jump prefers the one of its own call, then those around it. */
byte x, y;
inline count(limit) {
	y = 0;
again:	x++;
	if :: x < limit -> goto again :: x >= limit -> goto out :: y == 1 -> goto far fi;
	x = 9;
out:	y = x
}
inline restart(place) { if :: y > 3 -> goto place :: else -> goto done fi }
active proctype P() {
	count(2); count(4);
far:	count(5);
	x = 0;
	{ x = 1; again: y = 0; restart(far) };
done:	x = 1
}
active proctype Q() {
progress_here: x = 7;
	if :: x == 9; restart(progress_here) :: y > 4 fi;
	{ x = 2; goto out2 };
done:	skip;
	{ x = 1; out2: x = 3 }; { x = 5; out2: x = 4 }
}
