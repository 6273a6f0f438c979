/*
 * Every sender with every receiver: one transition for each pair. The number of processes is odd, so one is left
 * over.
 */
chan meeting = [0] of { byte };
byte met;

active [3] proctype P()
{	byte v;

	do
	:: meeting!_pid -> met++; break
	:: meeting?v -> assert(v != _pid); met++; break
	od
}
