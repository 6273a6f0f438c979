/* A choice that only looks at locals is made together with the step before it, unless somebody could notice: where a process may end, where a
   label is asked for, where an atomic sequence begins, and somewhere on each cycle, or the others would wait for ever. */
byte turn, seen, met;
chan put = [1] of { byte };
chan meet = [0] of { byte };

/* Counts: the heads of both loops are local choices. */
active proctype Counter()
{	byte i, j;
	do
	:: i < 2 ->
		j = 0;
		do
		:: j < 2 -> turn = i + j; j++
		:: j >= 2 -> break
		od;
		i++
	:: i >= 2 -> break
	od;
	assert(turn != seen + 2)
}

/* What is received decides; behind the handshake the receiver goes on. */
active proctype Reader()
{	byte got;
end:	do
	:: put?got ->
		if
		:: got == 0 -> seen = 1
		:: got == 1 -> skip
		:: got > 1 && got < 9 -> seen = got
		:: else -> meet!got
		fi
	:: meet?got ->
		if
		:: got % 2 -> met++
		:: !(got % 2) -> assert(met == 0)
		fi
	od
}

/* A choice that is blocked for ever, and one at the entrance of an atomic sequence. */
active proctype Writer()
{	byte l;
	put!turn;
	if
	:: l == 0 -> l = turn
	:: l != 0 -> skip
	fi;
	if
	:: atomic { l < 2 -> turn = 7; put!l }
	:: l >= 2 -> skip
	fi;
	if
	:: l == 1 -> met = 2
	:: l == 2 -> meet!3
	fi
}

/* For ever, with nothing that others see. */
active proctype Idler()
{	bit l;
	do
	:: l == 0 -> l = 1
	:: l == 1 -> l = 0
	od
}
