/* A reduction: a local step in the main part of an unless is not local, since it is not made where the escape can be. */
byte g;
active proctype P()
{
	byte l;
	{
		l = 1; l = 2; l = 3
	} unless {
		g == 1 -> assert(l == 3)
	}
}
active proctype Q() { g = 1 }
