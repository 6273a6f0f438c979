/*
 * Packets on a ring of routers with a few buffers each. A router passes a packet on when the next one has room, and takes a
 * new packet from its host only when it has room for two: then somewhere on the ring is always a free buffer, a bubble,
 * and somebody can go on (C. Carrion, R. Beivide, J. A. Gregorio, F. Vallejo, "A flow control mechanism to avoid message
 * deadlock in k-ary n-cube networks", 1997). The fault is that it looks first and takes the packet later.
 *
 * Checked: somebody can go on (no invalid end state).
 *
 * Parameters   default
 *   N          5        routers
 *   ROOM       3        buffers of each
 */
#ifndef N
#define N 5
#endif
#ifndef ROOM
#define ROOM 3
#endif

/* Packets with the number of links that they have before them. */
chan buffers[N] = [ROOM] of { byte };

active [N] proctype host()
{	byte far;

	do
	:: len(buffers[_pid]) <= ROOM - 2 ->
		far = 1;
		do
		:: far < N - 1 -> far++
		:: break
		od;
		buffers[_pid]!far;
		far = 0
	od
}

active [N] proctype router()
{	byte far;

	do
	:: atomic { buffers[_pid - N]?[0] -> buffers[_pid - N]?far }
	:: atomic {
		nempty(buffers[_pid - N]) && nfull(buffers[(_pid + 1) % N]) && !buffers[_pid - N]?[0] ->
		buffers[_pid - N]?far;
		buffers[(_pid + 1) % N]!(far - 1);
		far = 0
	   }
	od
}
