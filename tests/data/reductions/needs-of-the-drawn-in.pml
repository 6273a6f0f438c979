/* A reduction: who waits for a guard and can be drawn into the atomic sequence of another goes on with other locals. So an offer in the
   middle brings about a guard, and writes nothing that the guard reads. */
chan meet = [0] of { byte };
byte g;

active proctype Waiter()
{	byte l;
	do
	:: g != l -> break
	:: meet?l
	od;
	assert(l == 0)
}

active proctype Sender()
{
	atomic { skip; meet!2 }
}
