/*
 * At the top level each skip is a step. Within an option, skips that follow each other count as one.
 */
byte x;

active proctype P()
{
	skip; skip; skip;
	if
	:: x == 0 -> skip; skip; skip; skip; x = 1
	:: x == 1 -> skip
	fi
}
