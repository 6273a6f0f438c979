/* A reduction: a process that ends takes its channels with it, also one whose name it does not need any more. The send below comes before or too late. */
chan back = [1] of { chan };
bool sent;

proctype Maker()
{	chan own = [1] of { byte };
	back!own
}

active proctype User()
{	chan x;
	run Maker();
	back?x;
	x!1;
	sent = true;
	assert(!sent)
}
