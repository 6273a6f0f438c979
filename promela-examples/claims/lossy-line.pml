/*
 * Messages over lines that lose some, with an alternating bit, after
 *   K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, "A note on reliable full-duplex transmission over half-duplex
 *   links", Communications of the ACM 12 (1969), pages 260-261.
 *
 * Checked: recurrence, under an assumption. New messages arrive again and again if the lines do not lose all that they are
 * given (`delivers`). Without the assumption they may (`always`), and fairness of processes is no help: a line that loses
 * is a process like others. What is fair must be said in the formula.
 *
 * Parameters     default
 *   NO_CHECK     off       a fault: the sender takes each acknowledgement for that of its last message
 */
chan data = [1] of { bit };
chan back = [1] of { bit };

active proctype sender()
{	bit number, acknowledged;

	do
	:: data!number
	:: back?acknowledged ->
heard:		if
#ifndef NO_CHECK
		:: acknowledged != number
#endif
		:: acknowledged == number -> number = 1 - number
#ifdef NO_CHECK
		:: acknowledged != number -> number = 1 - number
#endif
		fi
	od
}

active proctype receiver()
{	bit got, wanted;

	do
	:: data?got ->
heard:		if
		:: got == wanted ->
fresh:			wanted = 1 - wanted
		:: got != wanted
		fi;
		back!got
	od
}

active proctype loss()
{
	do
	:: data?_
	:: back?_
	od
}

ltl delivers { ([] <> receiver@heard && [] <> sender@heard) -> [] <> receiver@fresh }
ltl always   { [] <> receiver@fresh }
