/* A reduction with sleep sets: a handshake is one step of two processes. That a send has been tried with one receiver says nothing about another one. */
chan c = [0] of { byte };
byte order;
active proctype Sender() { c!1; c!2 }
active proctype First() { byte x; c?x; order = order * 2 + 1 }
active proctype Second()
{
	byte x;
	c?x;
	order = order * 2 + 2;
	assert(order != 4);
	assert(order != 5)
}
