/*
 * The third of the three synthetic protocols of
 *   G. J. Holzmann, P. Godefroid, D. Pirottin, "Coverage preserving reduction strategies for reachability
 *   analysis", Protocol Specification, Testing and Verification XII, 1992.
 *
 * N processes, each passing through M states without cycles and writing a global variable in each step, so that no
 * two of their steps are independent. The last statement of a process never becomes executable, so that none of them
 * ends. M^N + 1 states, the one before they are started included.
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
#define STATEMENT g = 0

byte g;

proctype P()
{	byte x;

#include "statements.h"
end:	(x == 1)
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
