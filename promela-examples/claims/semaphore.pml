/*
 * Processes that share a semaphore, from
 *   E. W. Dijkstra, "Cooperating sequential processes", Technological University Eindhoven 1965.
 *
 * Whether each of them gets in depends on which runs count, as in
 *   N. Francez, "Fairness", Springer 1986.
 * With weak fairness it may always be the same one: the others are able to enter only between its visits, which is not all
 * the time. With strong fairness, which SPIN does not know, each enters again and again.
 *
 * Checked: one process at a time is inside (an assertion). Recurrence: some process enters again and again (`anybody`), and
 * so does process 0 (`everybody`).
 *
 * Parameters     default
 *   N            2         processes
 *   WEAKER       off       a fault: process 0 sleeps while it waits, and may sleep on
 */
#ifndef N
#define N 2
#endif

bit semaphore = 1;
byte inside = N;

active [N] proctype user()
{
	do
	:: d_step { semaphore > 0 -> semaphore--; assert(inside == N); inside = _pid };
		d_step { inside = N; semaphore++ }
#ifdef WEAKER
	:: _pid == 0 -> skip
#endif
	od
}

ltl anybody   { [] <> (inside < N) }
ltl everybody { [] <> (inside == 0) }
