/*
 * Mutual exclusion for N processes with shared variables only:
 *   G. L. Peterson, "Myths about the mutual exclusion problem", Information Processing Letters 12 (1981),
 *   pages 115-116.
 *
 * A process climbs N-1 levels. On each it first says so, then gives way to the others on that level: it goes on when it
 * is not the last to have come there, or when all others are on lower levels. The others are looked at one by one.
 *
 * Checked: at most one process is in its critical section; nobody blocks for ever.
 *
 * Parameters     default     (N=2: 272 states, 3: 25 thousand, 4: 4.2 million)
 *   N            3         processes
 *   SWAPPED      off       a fault: a process gives way before it says where it is
 *   OBSTINATE    off       a fault: nobody gives way; two that meet on a level block each other
 */
#ifndef N
#define N 3
#endif

byte level[N];          /* 0: not interested */
byte last[N];           /* who came last to a level */
byte critical;

#ifdef OBSTINATE
#define PASSED(other) (level[other] < mine)
#else
#define PASSED(other) (level[other] < mine || last[mine] != _pid)
#endif

active [N] proctype process()
{	byte mine, other;

	do
	:: mine = 1;
		do
		:: mine < N ->
#ifdef SWAPPED
			last[mine] = _pid;
			level[_pid] = mine;
#else
			level[_pid] = mine;
			last[mine] = _pid;
#endif
			other = 0;
			do
			:: other < N && other != _pid -> PASSED(other); other++
			:: other == _pid -> other++
			:: other == N -> break
			od;
			mine++
		:: else -> break
		od;
		mine = 0; other = 0;

		critical++;
		assert(critical == 1);
		critical--;

		level[_pid] = 0
	od
}
