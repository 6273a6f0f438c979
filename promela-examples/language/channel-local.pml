/*
 * A process's channels are created and destroyed with it, and the number of a channel is used again: the second
 * process gets the first one's.
 */
chan report = [1] of { chan };
chan first, second;

proctype P()
{	chan own = [1] of { byte };

	report!own
}

init {
	run P();
	report?first;
	(_nr_pr == 1);
	run P();
	report?second;
	assert(first == second)
}
