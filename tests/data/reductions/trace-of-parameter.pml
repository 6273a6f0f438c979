/* A reduction: a send and a receive on one channel may change places, but not where a trace watches both. Which channel it is only the process knows. */
chan q[2] = [2] of { byte };

trace { q[0]!1; q[0]?1; q[0]!2; q[0]?2 }

proctype Sender(chan out)
{
	out!1; out!2
}

proctype Receiver(chan in)
{	byte x;
	in?x; in?x
}

init {
	byte i;
	atomic {
		for (i : 0 .. 1) {
			run Sender(q[i]);
			run Receiver(q[i])
		}
	}
}
