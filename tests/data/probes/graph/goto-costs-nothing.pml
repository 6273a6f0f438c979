/* Control graph: a goto behind another statement is no step, and what it jumps over is never reached; each skip at the top level is a step. */
byte turns;
active proctype Walker()
{
again:	if
	:: turns < 3 -> turns++; goto again
	:: else
	fi;
	turns = 9;
	goto finish;
	turns = 8;
finish:	skip; skip; skip
}
