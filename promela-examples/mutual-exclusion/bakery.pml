/*
 * The bakery algorithm of
 *   L. Lamport, "A new solution of Dijkstra's concurrent programming problem", Communications of the ACM 17 (1974),
 *   pages 453-455.
 *
 * Who wants to enter takes a number above all others and waits until nobody has a lower one. Two may take the same number;
 * then the process number decides. While one takes its number it says so, and the others wait for it.
 *
 * Checked: one process at a time is inside. The formula `served` says that process 0 gets its turn.
 *
 * Parameters     default
 *   N            2         processes
 *   ROUNDS       2         times that each process enters
 *   HASTE        off       a fault: nobody says that he is taking a number
 */
#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

bool taking[N];
byte number[N];
byte inside;
/* For simulations only: who came in last, and no part of the state. */
hidden byte visitor;

/* Reads the numbers one after the other, as a machine would. */
inline take_number(me)
{	byte k, highest;
#ifndef HASTE
	taking[me] = true;
#endif
	for (k in number) {
		highest = (number[k] > highest -> number[k] : highest)
	}
	number[me] = highest + 1;
	taking[me] = false
}

inline is_first(me, other) { number[other] == 0 || number[me] < number[other] || (number[me] == number[other] && me <= other) }

active [N] proctype customer()
{	byte round, other;

	for (round : 1 .. ROUNDS) {
		take_number(_pid);
		for (other : 0 .. N - 1) {
			!taking[other];
			is_first(_pid, other)
		}
critical:	inside++;
		visitor = _pid;
		assert(inside == 1);
		d_step { inside--; number[_pid] = 0 }
	}
}

ltl served { [] (customer[0]@critical -> inside > 0) }
