/*
 * Dekker's algorithm, mutual exclusion for two processes, as described in
 *   E. W. Dijkstra, "Cooperating sequential processes", Technological University Eindhoven 1965.
 *
 * Who wants to enter says so; if the other does as well, the one whose turn it is not withdraws for a while.
 *
 * Checked: at most one process is in its critical section; and when process 0 wants to enter, a process will (`enters`). No
 * fairness is needed for that: who must wait is blocked.
 *
 * Parameters     default
 *   POLITE       off       a fault: whoever sees the other withdraws, without a turn; both may do so for ever, and `enters` fails
 *   STUBBORN     off       a fault: nobody withdraws; both wait for ever
 *   BLIND        off       a fault: nobody looks
 */
bool wants[2];
bit turn;
byte critical;

active [2] proctype process()
{	bit me = _pid;

	do
	:: wants[me] = true;
#ifndef BLIND
#ifdef STUBBORN
		!wants[1-me];
#else
		do
		:: !wants[1-me] -> break
#ifdef POLITE
		:: wants[1-me] -> wants[me] = false; wants[me] = true
#else
		:: wants[1-me] && turn != me -> wants[me] = false; (turn == me); wants[me] = true
#endif
		od;
#endif
#endif
		critical++;
		assert(critical == 1);
		critical--;

		turn = 1-me;
		wants[me] = false
	od
}

ltl enters { [] (wants[0] -> <> (critical == 1)) }
