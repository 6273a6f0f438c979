/* A reduction: an offer in the middle of an atomic sequence goes on with whoever stands where he can take it, or is interrupted. So a step that
   touches nothing decides what others see, and what the receiver does is done by the sender's edge. */
chan meet = [0] of { byte };
chan back = [0] of { byte };
byte g, h, seen, last;

active proctype Sender()
{	byte x;
	atomic { g = 1; meet!1; g = 3 };
	atomic { h = 0; meet!2; back?x; last = x }
}

active proctype Receiver()
{	byte x, l;
	l = 1;
	atomic { meet?x; g = 2; h = x };
	do
	:: atomic { meet?x; h = x + 1; back!h }
	:: l == 1 -> l = 2
	:: l == 2 -> l = 1
	:: last != 0 -> break
	od
}

active proctype Watcher()
{	seen = h;
	assert(g != 1);
	assert(seen != 1);
	assert(seen != 3)
}
