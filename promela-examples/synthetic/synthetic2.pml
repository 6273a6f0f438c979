/*
 * The second of the three synthetic protocols of
 *   G. J. Holzmann, P. Godefroid, D. Pirottin, "Coverage preserving reduction strategies for reachability
 *   analysis", Protocol Specification, Testing and Verification XII, 1992.
 *
 * N independent processes, each cycling through M local states. M^N + 1 states, the one before they are started
 * included, and a path through all of them.
 *
 * Parameters     default
 *   N            5         processes
 *   M            10        local states of each, 2 to 21
 */
#ifndef N
#define N 5
#endif
#ifndef M
#define M 10
#endif

#define COUNT     (M-1)
#define STATEMENT x = 0

proctype P()
{	byte x;

end:	do
	::
#include "statements.h"
		x = 0
	od
}

init {
	byte i;

	atomic {
		do
		:: i < N -> run P(); i++
		:: else -> break
		od
	}
}
