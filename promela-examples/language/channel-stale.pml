/*
 * The number of a channel that has gone with its process: using it is a run-time error.
 */
chan report = [1] of { chan };
chan c;

proctype P()
{	chan own = [1] of { byte };

	report!own
}

init {
	run P();
	report?c;
	(_nr_pr == 1);
	c!1
}
