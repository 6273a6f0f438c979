/*
 * The list-based queue lock of
 *   J. M. Mellor-Crummey, M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", ACM
 *   Transactions on Computer Systems 9 (1991), pages 21-65.
 *
 * Who wants the lock swaps itself in as the end of a queue, links itself behind whom it found there, and waits on a
 * flag of its own. Who gives the lock up clears the flag of the next. When it sees nobody behind, it takes itself out of
 * the queue with compare_and_swap; that fails if somebody has come meanwhile, and then it waits for the link.
 *
 * The paper's second version has only swap: it empties the queue, and when it finds that it was not the last, puts back
 * what it took. In between others may come, find the lock free and enter: usurpers. Those who were taken out go
 * behind the last of them. So it is no longer first come, first served, as the paper says.
 *
 * Checked: at most one process is inside; nobody blocks for ever; with ORDER, who came first enters first.
 *
 * Parameters       default     (N=3: 3 thousand states, 4: 88 thousand, 5: 2.9 million)
 *   N              4           processes
 *   SWAP_ONLY      off         the version without compare_and_swap (N=3: 8 thousand, 4: 606 thousand)
 *   ORDER          off         the order is checked; the version with SWAP_ONLY fails
 *   LATE_FLAG      off         a fault: the flag is set after the link
 *   IMPATIENT      off         a fault, without SWAP_ONLY: nobody waits for the link of who has come meanwhile
 *   NO_USURPERS    off         a fault, with SWAP_ONLY: usurpers are not thought of
 */
#ifndef N
#define N 4
#endif

#define ME     (_pid + 1)
#define NOBODY 0

byte tail;                      /* the lock: who came last */
byte next[N + 1];               /* who comes after */
bool locked[N + 1];             /* waits for the one before */

byte inside;
#ifdef ORDER
chan queue = [N] of { byte };   /* for the check only: in the order of their swaps */
#define COME     ; queue!ME
#define ENTER    atomic { inside++; assert(inside == 1); queue?first; assert(first == ME); first = 0 }
#else
#define COME
#define ENTER    inside++; assert(inside == 1)
#endif

active [N] proctype process()
{	byte before;
#ifdef SWAP_ONLY
	byte usurper;
#endif
#ifdef ORDER
	byte first;
#endif

	do
	:: next[ME] = NOBODY;
		atomic { before = tail; tail = ME COME };
		if
		:: before != NOBODY ->
#ifdef LATE_FLAG
			next[before] = ME;
			locked[ME] = true;
#else
			locked[ME] = true;
			next[before] = ME;
#endif
			before = 0;
			!locked[ME]
		:: else
		fi;

		ENTER;
		inside--;

		if
		:: next[ME] == NOBODY ->
#ifdef SWAP_ONLY
			atomic { before = tail; tail = NOBODY };
			if
			:: before == ME -> before = 0
			:: else ->
				atomic { usurper = tail; tail = before; before = 0 };
				next[ME] != NOBODY;
#ifdef NO_USURPERS
				usurper = 0;
#endif
				if
				:: usurper == NOBODY -> locked[next[ME]] = false
				:: else -> next[usurper] = next[ME]; usurper = 0
				fi
			fi
#else
			if
			:: atomic { tail == ME -> tail = NOBODY }
			:: tail != ME ->
#ifndef IMPATIENT
				next[ME] != NOBODY;
				locked[next[ME]] = false
#endif
			fi
#endif
		:: else -> locked[next[ME]] = false
		fi
	od
}
