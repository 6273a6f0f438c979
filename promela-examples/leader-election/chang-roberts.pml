/*
 * Leader election on a unidirectional ring:
 *   E. Chang, R. Roberts, "An improved algorithm for decentralized extrema-finding in circular configurations of
 *   processes", Communications of the ACM 22 (1979), pages 281-283.
 *
 * Every node has a number of its own. A node that wants an election sends its number around; a node passes on what is
 * higher than its own number, answers a lower one by sending its own unless it already has, and is elected when its own
 * number comes back. It then announces itself to the others.
 *
 * The numbers are dealt in every possible order, and any node may start.
 *
 * Checked: one leader at most, the one with the highest number, and everybody hears of it.
 *
 * Parameters      default
 *   N             4       nodes
 *   CAPACITY      N       messages a link holds
 *   PASS_ALL      off     a fault: lower numbers are passed on as well
 */
#ifndef N
#define N 4
#endif
#ifndef CAPACITY
#define CAPACITY N
#endif

mtype = { candidate, elected };

chan link[N] = [CAPACITY] of { mtype, byte };
byte leaders;

proctype node(chan in; chan out; byte mine)
{	bool takes_part;
	byte number;

	do
	:: !takes_part -> takes_part = true; out!candidate,mine
	:: in?candidate,number ->
		if
		:: number > mine -> takes_part = true; out!candidate,number
#ifdef PASS_ALL
		:: number < mine -> out!candidate,number
#else
		:: number < mine && !takes_part -> takes_part = true; out!candidate,mine
		:: number < mine && takes_part
#endif
		:: number == mine ->
			leaders++;
			assert(leaders == 1 && mine == N);
			out!elected,mine
		fi;
		number = 0
	:: in?elected,number ->
		if
		:: number != mine -> out!elected,number
		:: number == mine
		fi;
		break
	od
}

init {
	byte i, number, skipped;
	bool dealt[N+1];

	atomic {
		do
		:: i < N ->
			/* any of the N-i numbers left: the one after `skipped` others */
			do
			:: skipped < N-1-i -> skipped++
			:: break
			od;
			number = 1;
			do
			:: dealt[number] -> number++
			:: !dealt[number] && skipped > 0 -> number++; skipped--
			:: !dealt[number] && skipped == 0 -> break
			od;
			dealt[number] = true;
			run node(link[i], link[(i+1)%N], number);
			i++
		:: else -> break
		od;
		/* leave no trace of the order in which they were dealt */
		i = 1;
		do
		:: i <= N -> dealt[i] = false; i++
		:: else -> break
		od;
		i = 0; number = 0
	}
}
