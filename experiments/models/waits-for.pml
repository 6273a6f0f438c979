/*
 * Transactions that lock items two-phase, in any order, with deadlocks prevented by a look along the waits-for graph before
 * a transaction waits (K. P. Eswaran, J. N. Gray, R. A. Lorie, I. L. Traiger, "The notions of consistency and predicate locks
 * in a database system", 1976). The fault is that it looks only LOOK transactions far: longer cycles are not seen.
 *
 * Checked: somebody can go on (no invalid end state).
 *
 * Parameters   default
 *   N          6        transactions
 *   ITEMS      7        items
 *   MOST       3        items that a transaction locks at most
 *   LOOK       4        transactions that are looked at; N is enough
 */
#ifndef N
#define N 6
#endif
#ifndef ITEMS
#define ITEMS 7
#endif
#ifndef MOST
#define MOST 3
#endif
#ifndef LOOK
#define LOOK 4
#endif
#define NONE 255

/* Who has locked an item, one more than its pid; 0: no one. For what a transaction waits. */
byte locked_by[ITEMS];
byte waits_for[N] = NONE;

inline release_all()
{	d_step {
		for (item : 0 .. ITEMS - 1) {
			if
			:: locked_by[item] == _pid + 1 -> locked_by[item] = 0
			:: else
			fi
		};
		item = 0;
		held = 0
	}
}

active [N] proctype transaction()
{	byte held, item, holder, looked;

	do
	:: held < MOST ->
		select_item: item = 0;
		do
		:: item < ITEMS - 1 -> item++
		:: locked_by[item] != _pid + 1 -> break
		:: locked_by[item] == _pid + 1 && item == ITEMS - 1 -> goto select_item
		od;
		atomic {
			if
			:: locked_by[item] == 0 -> locked_by[item] = _pid + 1; held++; item = 0
			:: else ->
				/* Whether waiting closes a cycle. */
				holder = locked_by[item] - 1;
				looked = 1;
				do
				:: holder == _pid -> break
				:: holder != _pid && (waits_for[holder] == NONE || looked == LOOK) -> holder = NONE; break
				:: else ->
					if
					:: locked_by[waits_for[holder]] == 0 -> holder = NONE; break
					:: else -> holder = locked_by[waits_for[holder]] - 1; looked++
					fi
				od;
				looked = 0;
				if
				:: holder == NONE -> waits_for[_pid] = item
				:: else -> holder = 0; release_all()
				fi
			fi
		};
		if
		:: waits_for[_pid] != NONE ->
			holder = 0;
			atomic { locked_by[item] == 0 -> locked_by[item] = _pid + 1; waits_for[_pid] = NONE; held++; item = 0 }
		:: else
		fi
	:: held > 0 -> release_all()
	od
}
