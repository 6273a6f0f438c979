/*
 * Processes that need several resources of a pool at once, and take them one by one: if the sum of what they may need is
 * more than there is and as many as there are of them wait, none goes on (E. G. Coffman, M. J. Elphick, A. Shoshani,
 * "System deadlocks", 1971). A process asks for more only when it is at a certain point of its work.
 *
 * Checked: somebody can go on (no invalid end state).
 *
 * Parameters   default
 *   N          7        processes
 *   NEEDS      3        resources that each needs at a time
 *   POOL       14       resources; one less than makes a deadlock impossible
 *   WORK       6        steps of work between two claims
 */
#ifndef N
#define N 7
#endif
#ifndef NEEDS
#define NEEDS 3
#endif
#ifndef POOL
#define POOL 14
#endif
#ifndef WORK
#define WORK 6
#endif

byte free = POOL;
byte busy;

active [N] proctype process()
{	byte held, work;

	do
	:: held < NEEDS && free > 0 ->
		atomic { free > 0 -> free--; held++ }
		do
		:: work < WORK -> work++; busy = (busy + 1) % 3
		:: else -> work = 0; break
		od
	:: held == NEEDS -> free = free + NEEDS; held = 0
	od
}
