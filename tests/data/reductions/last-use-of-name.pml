/* A reduction: the last statement that uses the name of a channel may reset it. Which channel it was must not be asked behind it. */
chan q[2] = [2] of { byte };
byte first;

proctype Receiver(chan in; byte me)
{	byte x;
	in?x;
	if
	:: x == 1 -> first = me
	:: else
	fi;
	assert(first != 1);
	assert(first != 2)
}

init {
	byte which;
	atomic {
		q[which]!1; q[which]!2;
		run Receiver(q[which], 1);
		run Receiver(q[which], 2)
	}
}
