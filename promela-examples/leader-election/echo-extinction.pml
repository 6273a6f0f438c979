/*
 * Leader election in an arbitrary connected network: the echo algorithm with extinction, after
 *   G. Tel, "Introduction to Distributed Algorithms", 2nd edition, Cambridge University Press 2000, chapter 7;
 * the echo algorithm is
 *   E. J. H. Chang, "Echo algorithms: depth parallel operations on general graphs", IEEE Transactions on Software
 *   Engineering 8 (1982), pages 391-401.
 *
 * Every starter sends a wave of tokens with its own number. A node takes part in the wave with the lowest number that it
 * has heard of, and forgets all others: on the first token of that wave it sends tokens to its other neighbours, and when
 * it has one of each neighbour, it answers the one from which the first came. A starter whose own wave comes
 * back from everywhere is the leader and tells its neighbours; all pass this on once, and stop when each neighbour has told
 * them. The lines between neighbours keep the order of messages, and take any time.
 *
 * Checked: one leader at most, the starter with the lowest number; everybody hears of it, and nothing is under way any more
 * when a node stops.
 *
 * Parameters      default
 *   N             3       nodes, from 2 to 6; a node's index is its number
 *   LINKS         7       the network: bits q*(q-1)/2+p of the links between p < q; 45 is a ring of four, 61 with a chord
 *   STARTERS      all     bits of those that start a wave
 *   CAPACITY      N+1     messages a line holds; that many are always enough, with 1 there is a deadlock
 *   OLD_COUNT     off     a fault: who joins another wave goes on counting tokens where it was
 */
#ifndef N
#define N 3
#endif
#ifndef LINKS
#define LINKS 7
#endif
#ifndef STARTERS
#define STARTERS ((1 << N) - 1)
#endif
#ifndef CAPACITY
#define CAPACITY (N+1)
#endif

#define NOBODY N

/* whether the lower and the higher of two nodes are linked, any two, and whether p starts */
#define LINK(low,high) (LINKS >> ((high)*((high)-1)/2+(low)) & 1)
#define LINKED(p,q)    (((p) < (q) && LINK(p,q)) || ((p) > (q) && LINK(q,p)))
#define STARTS(p)      (STARTERS >> (p) & 1)

mtype = { token, leader };

chan line[N*N] = [CAPACITY] of { mtype, byte };         /* from p to q: p*N+q */
byte leaders;

/* to all neighbours but one */
inline tell(what, number, but)
{	do
	:: to < N && to != but && LINKED(me,to) -> atomic { line[me*N+to]!what,number; to++ }
	:: atomic { to < N && !(to != but && LINKED(me,to)) -> to++ }
	:: atomic { to == N -> to = 0; break }
	od
}

#define HEAR(p) line[(p)*N+me]?what,number -> from = p

proctype node(byte me)
{	byte neighbours;
	byte wave = NOBODY, first = NOBODY, tokens;     /* the wave, from whom it came, tokens of it */
	byte told, winner = NOBODY;                     /* neighbours that know the leader, and who it is */
	mtype what;
	byte number, from, to;

	d_step {
		do
		:: to < N && LINKED(me,to) -> neighbours++; to++
		:: to < N && !LINKED(me,to) -> to++
		:: to == N -> break
		od;
		to = 0
	};
	if
	:: STARTS(me) -> wave = me; tell(token,me,NOBODY)
	:: else
	fi;

	do
	:: told == neighbours -> break
	:: atomic {
		if
		:: HEAR(0)
		:: HEAR(1)
#if N > 2
		:: HEAR(2)
#endif
#if N > 3
		:: HEAR(3)
#endif
#if N > 4
		:: HEAR(4)
#endif
#if N > 5
		:: HEAR(5)
#endif
		fi };
		if
		:: what == leader ->
			assert(winner == NOBODY || winner == number);
			told++;
			if
			:: winner == NOBODY -> winner = number; tell(leader,winner,NOBODY)
			:: else
			fi
		:: what == token && number > wave       /* extinct */
		:: what == token && number <= wave ->
			if
			:: number < wave ->
				wave = number; first = from;
#ifndef OLD_COUNT
				tokens = 0;
#endif
				tell(token,wave,first)
			:: else
			fi;
			tokens++;
			if
			:: tokens == neighbours && wave == me ->
				leaders++;
				assert(leaders == 1 && STARTERS % (1 << me) == 0);
				winner = me;
				tell(leader,me,NOBODY)
			:: tokens == neighbours && wave != me -> line[me*N+first]!token,wave
			:: else
			fi
		fi;
		number = 0; from = 0
	od;

	assert(wave == winner && STARTS(winner) && STARTERS % (1 << winner) == 0)
}

init
{	byte p;
	byte left;              /* messages that nobody has received */

	atomic {
		do
		:: p < N -> run node(p); p++
		:: p == N -> break
		od
	};
	_nr_pr == 1;            /* all have stopped */
	d_step {
		p = 0;
		do
		:: p < N*N -> left = left + len(line[p]); p++
		:: p == N*N -> break
		od
	};
	assert(left == 0)
}
