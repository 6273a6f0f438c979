/*
 * A ring of machines that comes to order by itself, whatever state it begins in, from
 *   E. W. Dijkstra, "Self-stabilizing systems in spite of distributed control", Communications of the ACM 17 (1974),
 *   pages 643-644: the solution with K-state machines.
 *
 * A machine has the privilege to move if its value differs from that of the machine on its left; machine 0, which makes a new
 * value then, if they are equal.
 *
 * Checked: persistence. At last there is one privilege, and it stays one (`stabilises`). Order is never lost (`closed`), and
 * then each machine has its turn again and again (`turns`). No fairness is needed: who moves gives his privilege away.
 *
 * Parameters     default
 *   K            3         values of a machine; with 2 the ring of 4 machines may stay in disorder for ever
 */
#ifndef K
#define K 3
#endif
#define N 4

byte value[N];
bool begun;

#define privileges ((value[0] == value[3]) + (value[1] != value[0]) + (value[2] != value[1]) + (value[3] != value[2]))

proctype first()
{
end:	do
	:: d_step { value[0] == value[N - 1] -> value[0] = (value[0] + 1) % K }
	od
}

proctype other(byte me)
{
end:	do
	:: d_step { value[me] != value[me - 1] -> value[me] = value[me - 1] }
	od
}

init
{	byte i, chosen;

	atomic {
		for (i : 0 .. N - 1) {
			select (chosen : 0 .. K - 1);
			value[i] = chosen
		}
		run first();
		for (i : 1 .. N - 1) {
			run other(i)
		}
		begun = true
	}
}

ltl stabilises { <> [] (begun && privileges == 1) }
ltl closed     { [] (begun && privileges == 1 -> [] (privileges == 1)) }
ltl turns      { [] <> (value[2] != value[1]) }
