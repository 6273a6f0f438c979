/* goto and break are steps when an option starts with them, and cost nothing elsewhere. */
byte x;
active proctype P() {
	goto start;
	x = 9;
start:	do
	:: x < 3 -> x++; goto start
	:: x == 3 -> x++; break
	:: x == 4 -> goto done
	:: break
	od;
	if :: goto done :: x > 2 -> goto done fi;
done:	x = 7
}
