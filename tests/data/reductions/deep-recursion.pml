/* More than 64 processes at a time, of which one after the other goes on, as in a recursive function: each starts one that does the rest, waits for what
   it says, and ends. A reduction that knows only the first 64 processes tries the steps of all others in all orders. */
#ifndef DEPTH
#define DEPTH 80
#endif

proctype sum(byte n; chan result)
{
	chan rest = [1] of { short };
	short s;
	if
	:: n > 0 ->
		run sum(n - 1, rest);
		rest?s;
		result!s + n
	:: else ->
		result!0
	fi
}

init
{
	chan result = [1] of { short };
	short s;
	run sum(DEPTH, result);
	result?s;
	assert(s != DEPTH * (DEPTH + 1) / 2)
}
