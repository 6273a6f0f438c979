/*
 * The dining philosophers of
 *   E. W. Dijkstra, "Hierarchical ordering of sequential processes", Acta Informatica 1 (1971), pages 115-138.
 *
 * Each needs the forks on both sides to eat. All take the left one first, except the last, who takes the right one
 * first; so they cannot each hold one and wait for the other.
 *
 * Checked: neighbours do not eat at the same time; nobody blocks for ever.
 *
 * Parameters     default     (about five times as many states for each philosopher)
 *   N            7         philosophers, at least 2
 *   SAME_HAND    off       a fault: the last one, too, begins with the left fork
 *   SHARE        off       a fault: a philosopher eats with one fork
 */
#ifndef N
#define N 7
#endif

#define LEFT(p)  (p)
#define RIGHT(p) ((p+1)%N)

#define FREE 0
#define TAKE(fork) atomic { holder[fork] == FREE -> holder[fork] = _pid+1 }
#define LAY_DOWN(fork) holder[fork] = FREE

byte holder[N];
bool eats[N];

active [N] proctype philosopher()
{	byte first = LEFT(_pid), second = RIGHT(_pid);

#ifndef SAME_HAND
	if
	:: _pid == N-1 -> first = RIGHT(_pid); second = LEFT(_pid)
	:: else
	fi;
#endif
	do
	::	TAKE(first);
#ifndef SHARE
		TAKE(second);
#endif
		eats[_pid] = true;
		assert(!eats[(_pid+1)%N] && !eats[(_pid+N-1)%N]);
		eats[_pid] = false;
#ifndef SHARE
		LAY_DOWN(second);
#endif
		LAY_DOWN(first)
	od
}
