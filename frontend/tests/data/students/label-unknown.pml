byte x;
active proctype Count() {
again:
	x++;
	goto agian;
	break
}
/* SPIN: line 6, Error: misplaced break statement near 'break' */
