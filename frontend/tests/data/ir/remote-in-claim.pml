/* A claim, which is not verified here, keeps the places of labels it refers to, in bodies before it. */
byte x;
active [2] proctype P() {
again:	if
	:: x < 3 -> x++; goto again
	:: else -> goto out
	fi;
out:	goto done;
	x = 9;
done:	skip
}
never {
	do
	:: P[0]@out && !(P[1]@again) -> break
	:: else
	od
}
