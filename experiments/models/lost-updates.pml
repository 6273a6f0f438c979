/*
 * Processes that count together without a lock: each reads the sum, and writes it back one higher. How small can the sum be
 * in the end? M. Ben-Ari ("Principles of concurrent and distributed programming", 1990) has the puzzle, whose answer is 2.
 *
 * Checked: the sum is more than LEAST in the end.
 *
 * Parameters   default
 *   N          5        processes
 *   ROUNDS     10       times that each adds one
 *   LEAST      5        what the sum is claimed to exceed
 */
#ifndef N
#define N 5
#endif
#ifndef ROUNDS
#define ROUNDS 10
#endif
#ifndef LEAST
#define LEAST 5
#endif

byte sum, done;

active [N] proctype adder()
{	byte round, read;

	do
	:: round < ROUNDS -> read = sum; sum = read + 1; round++
	:: else -> break
	od;
	done++;
	if
	:: done == N -> assert(sum > LEAST)
	:: else
	fi
}
