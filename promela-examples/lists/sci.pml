/*
 * The sharing list of the Scalable Coherent Interface:
 *   D. V. James, A. T. Laundrie, S. Gjessing, G. S. Sohi, "Distributed-directory scheme: Scalable Coherent Interface", IEEE
 *   Computer 23:6 (1990), pages 74-77; IEEE Standard 1596-1992.
 *
 * The caches that have a copy of one line are a doubly linked list, and the memory knows its head. Who wants a copy asks the
 * memory, becomes its head, and is told the old one, before which it puts itself and from which it gets the line. Who
 * drops its copy takes itself out: it rolls out. The head may write: it purges the others one after the other first. All
 * goes by requests and answers. Who is asked while that does not fit refuses, and is asked again.
 *
 * Who rolls out asks the one before to take the one after for its next, and refuses the same to the one after meanwhile;
 * then it tells the one after. So of two neighbours that roll out at once the one nearer to the head comes first (in the
 * standard the other one). Before the head comes the memory, which refuses if it has another head by now. A neighbour is
 * served only if it still is one. The memory is never fresh: while there is a list, lines come from the old head.
 *
 * Checked: a read finds what was written last; who writes has the only copy in use; who is linked to is in the list; nobody
 * blocks for ever.
 *
 * Parameters     default     (N=2: 3 thousand states, 3: 461 thousand)
 *   N            3           caches
 *   VALUES       2           different values written
 *   NO_PURGE     off         a fault: the head writes without purging the others
 *   CARELESS     off         a fault: who has asked to roll out does not refuse it to the next
 *   BLIND        off         a fault: a purge is obeyed whoever comes before
 */
#ifndef N
#define N 3
#endif
#ifndef VALUES
#define VALUES 2
#endif

#define MEMORY N                /* comes before the head */
#define NOBODY (N + 1)          /* comes after the tail */

mtype = { prepend, set_next, set_before, purge };               /* requests */
mtype = { done, refused };                                      /* answers */
mtype = { invalid, waiting, listed, leaving, half_out, purging };       /* of a cache */

chan ask[N + 1] = [N] of { mtype, byte, byte, byte };           /* what, who asks, a cache, the line */
chan answer[N] = [1] of { mtype, byte, byte };                  /* a cache, the line */

mtype state[N] = invalid;
byte before[N], next[N];
byte copy[N];

byte latest;                    /* for the check only: the value written last */

#define LINKED(c) (state[c] == listed || state[c] == leaving)

#ifdef CARELESS
#define LETS_OUT(c) LINKED(c)
#else
#define LETS_OUT(c) (state[c] == listed)
#endif
#ifdef BLIND
#define COMES_AFTER(c,other) true
#else
#define COMES_AFTER(c,other) (before[c] == other)
#endif

/* One that has asked to roll out does not use its copy any more. */
inline check_the_only_copy()
{	byte c, others;

	for (c : 0 .. N - 1) { others = others + (c != _pid && state[c] == listed) }
	assert(others == 0);
	c = 0; others = 0
}

inline check_the_link_to(c)
{
	is_there = (c == NOBODY || LINKED(c)); assert(is_there); is_there = false
}

inline forget(c)
{
	state[c] = invalid; before[c] = 0; next[c] = 0; copy[c] = 0
}

/* What a cache does for others: one request. */
#define SERVE \
	atomic { ask[_pid]?what,who,other,_ -> \
		if \
		:: what == prepend && LINKED(_pid) && before[_pid] == MEMORY -> \
			before[_pid] = who; answer[who]!done,0,copy[_pid] \
		:: what == set_next && LETS_OUT(_pid) && next[_pid] == who -> \
			check_the_link_to(other); next[_pid] = other; answer[who]!done,0,0 \
		:: what == set_before && LINKED(_pid) && before[_pid] == who -> \
			before[_pid] = other; answer[who]!done,0,0 \
		:: what == purge && LINKED(_pid) && COMES_AFTER(_pid,other) -> \
			answer[who]!done,next[_pid],0; forget(_pid) \
		:: else -> answer[who]!refused,0,0 \
		fi; \
		what = 0; who = 0; other = 0 }

active [N] proctype cache()
{	mtype what;
	byte who, other, value, after, last;
	bool is_there;

idle:	do
	:: SERVE
	:: atomic { state[_pid] == listed -> assert(copy[_pid] == latest) }
	:: atomic { state[_pid] == invalid -> state[_pid] = waiting }; goto enter
	:: atomic { state[_pid] == listed -> state[_pid] = leaving }; goto leave
	:: atomic { state[_pid] == listed && before[_pid] == MEMORY -> state[_pid] = purging };
		goto write
	od;

enter:	/* to the head of the list */
	ask[MEMORY]!prepend,_pid,0,0;
	do
	:: SERVE
	:: answer[_pid]?_,after,value -> break
	od;
	do
	:: after != NOBODY ->
		ask[after]!prepend,_pid,0,0;
		do
		:: SERVE
		:: answer[_pid]?done,_,value -> break
		:: answer[_pid]?refused,_,_ -> ask[after]!prepend,_pid,0,0
		od;
		break
	:: else -> break
	od;
	atomic {
		state[_pid] = listed; before[_pid] = MEMORY; next[_pid] = after; copy[_pid] = value;
		after = 0; value = 0
	};
	goto idle;

leave:	ask[before[_pid]]!set_next,_pid,next[_pid],copy[_pid];
	do
	:: SERVE
	:: answer[_pid]?refused,_,_ ->
		if
		:: atomic { state[_pid] == leaving -> state[_pid] = listed }
		:: state[_pid] == invalid               /* purged */
		fi;
		goto idle
	:: atomic { answer[_pid]?done,_,_ -> state[_pid] = half_out }; break
	od;
	do
	:: next[_pid] == NOBODY -> break
	:: next[_pid] != NOBODY ->
		ask[next[_pid]]!set_before,_pid,before[_pid],0;
		do
		:: SERVE
		:: atomic { answer[_pid]?refused,_,_ ->
			check_the_link_to(next[_pid]);
			ask[next[_pid]]!set_before,_pid,before[_pid],0 }
		:: answer[_pid]?done,_,_ -> break
		od;
		break
	od;
	atomic { forget(_pid) };
	goto idle;

write:	/* who must come before the next after, after all others have gone */
	last = _pid;
#ifndef NO_PURGE
	do
	:: next[_pid] == NOBODY -> break
	:: next[_pid] != NOBODY ->
		ask[next[_pid]]!purge,_pid,last,0;
		do
		:: SERVE
		:: atomic { answer[_pid]?refused,_,_ -> ask[next[_pid]]!purge,_pid,last,0 }
		:: atomic { answer[_pid]?done,after,_ -> last = next[_pid]; next[_pid] = after; after = 0 }; break
		od
	od;
#endif
	atomic {
		last = 0;
		latest = (latest + 1) % VALUES;
		copy[_pid] = latest;
		state[_pid] = listed;
		check_the_only_copy()
	};
	goto idle
}

active proctype memory()
{	mtype what;
	byte who, other, value;
	byte head = NOBODY, line;
	bool is_there;

end:	do
	:: atomic { ask[MEMORY]?what,who,other,value ->
		if
		:: what == prepend -> answer[who]!done,head,line; head = who
		:: what == set_next && head == who ->
			check_the_link_to(other); head = other; line = value; answer[who]!done,0,0
		:: what == set_next && head != who -> answer[who]!refused,0,0
		fi;
		what = 0; who = 0; other = 0; value = 0 }
	od
}
