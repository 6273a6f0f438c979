/* A reduction with sleep sets: that a process of a D_proctype has a choice is seen when the second of its steps is executed behind the first. The last
   option can be executed at once, and sleeps behind the step of Q. Only then can the first one, too, and if the last sleeps there, no one sees two. */
bool x;
active proctype Q()
{
	x = true
}
active D_proctype P()
{
	byte l;
	if
	:: x -> l = 1
	:: l == 0 -> l = 2
	fi;
	assert(l > 0)
}
