/* A reduction: a local step of a process with a provided clause reads what the clause reads. `P` can be stopped anywhere, and each is another end. */
byte g;
active proctype P() provided (g == 0)
{
	byte l;
	l = 1; l = 2; l = 3
}
active proctype Q() { g = 1 }
