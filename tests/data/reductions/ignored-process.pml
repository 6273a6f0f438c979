/* A reduction: the processes that turn for ever among themselves must not keep another one from ever moving. `Turning` has local steps only, so it
   may always go first, and each of its steps leads to a state that can still wait: but not all of them, or `Waiting` is never looked at. */
byte g;
active proctype Waiting()
{
	g = 1;
	assert(g == 0)
}
active proctype Turning()
{
	byte x;
	do
	:: x = 1; x = 2; x = 3
	od
}
