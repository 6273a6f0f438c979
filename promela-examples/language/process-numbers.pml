/*
 * Processes are numbered from 0 in textual order, active ones and init alike; run returns the number of the new
 * one.
 */
byte started;

active [2] proctype A()
{
	assert(_pid == 0 || _pid == 1)
}

init {
	assert(_pid == 2);
	(_nr_pr == 3);
	started = run C();
	assert(started == 3 || started == 4)
}

proctype C()
{
	skip
}
