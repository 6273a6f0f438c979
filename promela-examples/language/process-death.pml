/*
 * A process that has come to its end disappears only when it is the youngest: the older ones wait, in a valid end
 * state, and each death is a step.
 */
byte ended;

active [3] proctype P()
{
	ended++;
	assert(_nr_pr >= _pid + 1)
}
