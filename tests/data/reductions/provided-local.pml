/* A reduction: a local step of a process with a provided clause reads what the clause reads. */
byte g;
active proctype P() provided (g == 0)
{
	byte l;
	l = 1;
	l = 2;
end:	false
}
active proctype Q()
{
	g = 1;
	assert(P:l == 2);
	g = 0
}
