/*
 * There are at most 255 processes at a time; to start one more is a run-time error.
 */
proctype P()
{
	(false)
}

init {
	do
	:: run P()
	od
}
