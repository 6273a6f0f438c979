/* A reduction: timeout is the step of a system in which nothing else can move, so no set of processes may go first on its account, nor without regard to it. */
byte g, l;
active proctype Clock()
{
	timeout;
	assert(g != 2);
	g = 3
}
active proctype P() { g = 1; g == 3 -> assert(l == 0) }
active proctype Q() { byte x; x = 1; g == 1 -> g = 2; x = 2; l = x }
