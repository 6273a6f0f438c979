/*
 * A server that answers the requests of its clients, after the first example of
 *   A. Pnueli, "The temporal logic of programs", 18th Annual Symposium on Foundations of Computer Science (1977),
 *   pages 46-57: who asks for the resource gets it.
 *
 * Checked: response. A client that asks is served at last (`served`), and only one that has asked (`asked_for`).
 *
 * Parameters     default
 *   GREEDY       off       a fault: the server serves whom it likes, and may pass over client 0 for ever
 */
#define N 2

bool asked[N];
byte served_now = N;

active [N] proctype client()
{
	do
	:: !asked[_pid] -> asked[_pid] = true
	od
}

inline serve(who) { served_now = who; d_step { asked[who] = false; served_now = N } }

active proctype server()
{
#ifdef GREEDY
	do
	:: asked[0] -> serve(0)
	:: asked[1] -> serve(1)
	od
#else
	byte next;

	do
	:: next = (next + 1) % N;
		if
		:: asked[next] -> serve(next)
		:: else
		fi
	od
#endif
}

ltl served    { [] (asked[0] -> <> (served_now == 0)) }
ltl asked_for { [] (served_now == 0 -> asked[0]) }
