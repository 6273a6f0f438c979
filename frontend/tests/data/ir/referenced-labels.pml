/* A label that a claim refers to is a place, even on a goto. */
byte x;
active proctype P() {
again:	x = (x + 1) % 3;
	if :: x == 1 -> { x = 2; inner: goto out } :: x == 0 -> first: goto again fi;
out:	skip;
last:	goto again
}
never { do :: !P[0]@last && !P@inner && x < 3 :: P[x]@first od }
