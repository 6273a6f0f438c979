/*
 * The number of a process that has disappeared is used for the next one.
 */
byte seen;

proctype C()
{
	seen = _pid
}

init {
	run C();
	(_nr_pr == 1);
	assert(seen == 1);
	run C();
	(_nr_pr == 1);
	assert(seen == 1)
}
