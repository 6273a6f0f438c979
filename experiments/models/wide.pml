/*
 * Eight counters that go round, each far from the next one in an array that fills sixteen words: states are long and few
 * words of them change. A hundred million states, each with eight edges.
 */
#define LAST 9

byte cell[64];

active [8] proctype counter()
{	byte mine = _pid * 8;

	do
	:: cell[mine] < LAST -> cell[mine]++
	:: else -> cell[mine] = 0
	od
}
