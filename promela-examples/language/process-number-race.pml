/*
 * Whether the number of a process is used again depends on whether it has disappeared in time.
 */
byte last;

proctype C()
{
	skip
}

init {
	run C();
	last = run C();
	assert(last == 2)
}
