/*
 * Waiting for the processes one has started: _nr_pr counts those that have not disappeared.
 */
byte n;

proctype W(byte step)
{	byte t;

	t = n;
	n = t + step
}

init {
	atomic { run W(1); run W(2) };
	(_nr_pr == 1);
	assert(n >= 1 && n <= 3)
}
