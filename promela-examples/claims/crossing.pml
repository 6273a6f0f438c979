/*
 * The traffic lights of a crossing, a standard exercise of temporal logic; formulas of this kind are in
 *   Z. Manna, A. Pnueli, "The temporal logic of reactive and concurrent systems: specification", Springer 1992.
 *
 * Cars come on two roads. A light turns green for a road where a car waits, and then red again.
 *
 * Checked: never are both lights green (`safe`). Recurrence: the main road's is red again and again (`main_stops`). Response:
 * who waits in the side road may go at last (`side_goes`). Both need weak fairness: the control must get its turn.
 *
 * Parameters     default
 *   BUSY         off       a fault: a light stays green until the control sees an empty road, and cars may come so fast that
 *                          it never does. Strong fairness rules that out, weak fairness does not
 */
mtype = { red, green };

mtype light[2] = red;
bool waits[2];

#define MAIN 0
#define SIDE 1

active [2] proctype road()
{
	do
	:: !waits[_pid] -> waits[_pid] = true
	:: light[_pid] == green && waits[_pid] -> waits[_pid] = false
	od
}

active proctype control()
{	bit turn = MAIN;

	do
	:: waits[turn] ->
		light[turn] = green;
#ifdef BUSY
		!waits[turn];
#endif
		light[turn] = red;
		turn = 1 - turn
	:: !waits[turn] ->
		turn = 1 - turn
	od
}

ltl safe       { [] !(light[MAIN] == green && light[SIDE] == green) }
ltl main_stops { [] <> (light[MAIN] == red) }
ltl side_goes  { [] (waits[SIDE] -> <> (light[SIDE] == green)) }
