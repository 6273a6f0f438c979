/*
 * How N workers search a graph level by level when each of them has the states whose hash falls to it, after
 *   U. Stern, D. L. Dill, "Parallelizing the Murphi verifier", Computer Aided Verification (1997), LNCS 1254, pages 256-267.
 *
 * A worker sends successors in batches to whoever has them. A batch is looked up there and comes back to be used again, so
 * at most FLIGHT of those that a worker has made are at another one, and an inbox is never full. Who has sent all of a level
 * tells everybody, and takes in what comes until all have told it. Then all wait for each other at a barrier, the last one
 * decides who searches the next level, and all wait again before they read that: a level of few states the first worker
 * searches alone, in the parts of all, for as many levels as there are few.
 *
 * This is the protocol of pvgen's own breadth-first search with several threads, without the states.
 *
 * Checked: when a level ends, all its batches are looked up; no inbox overflows; a part has one worker at a time; nobody
 * blocks for ever.
 *
 * Parameters     default     (FLIGHT=1: 53 thousand states, 2: 264 thousand)
 *   N            2           workers
 *   FLIGHT       2           batches of one worker at another
 *   DEAF         off         a fault: who may not send yet waits without taking in what comes
 *   HASTY        off         a fault: who has sent all does not wait for the others
 *   ONE_WAIT     off         a fault: what was decided is read without a second wait
 */
#ifndef N
#define N 2
#endif
#ifndef FLIGHT
#define FLIGHT 2
#endif

mtype:mail = { batch, back, finished };
mtype:turn = { first, all, none };              /* who searches a level */

/* From each other worker: its batches, those that it gives back, and that it has finished. */
chan inbox[N] = [(N - 1) * (2 * FLIGHT + 1)] of { mtype:mail, byte };

mtype:turn next = first, told = first;          /* what was decided, and what all may read */
byte waiting;                                   /* at the barrier */
bool round;                                     /* changes when all have come to the barrier */

byte unseen;                                    /* for the check only: batches that are not looked up */
bool held[N];                                   /* the same: someone searches this part */

inline put(to, what)
{
	atomic {
		fits = nfull(inbox[to]);
		assert(fits);
		fits = false;
		inbox[to]!what,me
	}
}

inline take_in()
{
	if
	:: inbox[me]?batch,from ->
		unseen--;
		put(from, back)
	:: inbox[me]?back,from ->
		flight[from]--
	:: inbox[me]?finished,from ->
		others++;
		assert(others < N)
	fi
}

inline send_some()
{
	do
	:: inbox[me]?[_,_] ->
		take_in()
	:: true ->
		select(to : 0 .. N - 1);
		if
		:: to == me             /* looked up at once */
		:: else ->
			do
			:: flight[to] == FLIGHT ->
#ifdef DEAF
				inbox[me]?back,from;
				flight[from]--
#else
				take_in()
#endif
			:: else -> break
			od;
			flight[to]++;
			unseen++;
			put(to, batch)
		fi
	:: break
	od
}

inline tell_all()
{
	for (to : 0 .. N - 1) {
		if
		:: to != me -> put(to, finished)
		:: else
		fi
	}
}

inline hold(from_part, to_part)
{
	for (part : from_part .. to_part) {
		assert(!held[part]);
		held[part] = true
	}
}

inline release(from_part, to_part)
{
	for (part : from_part .. to_part) {
		held[part] = false
	}
}

inline search_own()
{
	hold(me, me);
	send_some();
	tell_all();
#ifndef HASTY
	do
	:: others < N - 1 -> take_in()
	:: else -> break
	od;
#endif
	others = 0;
	release(me, me)
}

inline decide()
{
	assert(unseen == 0);
	if
	:: next = first
	:: next = all
	:: next = none
	fi
}

/* Who comes last leads. */
inline wait_for_all()
{
	d_step {
		before = round;
		waiting++;
		leads = (waiting == N);
		if
		:: leads ->
			waiting = 0;
			round = !round
		:: else
		fi
	}
	round != before
}

proctype worker(byte me)
{	byte flight[N];                 /* batches of this worker at the others */
	byte others;                    /* that have finished */
	byte from, to, part;
	bool leads, before, fits;
	mtype:turn now = first;

	do
	:: now == none -> break
	:: now == all ->
		search_own();
		wait_for_all();
		if
		:: leads ->
			decide();
			told = next
		:: else
		fi;
#ifndef ONE_WAIT
		wait_for_all();
#endif
		now = told
	:: now == first ->
		do
		:: me == 0 && now == first ->
			hold(0, N - 1);
			release(0, N - 1);
			decide();
			now = next
		:: else -> break
		od;
		wait_for_all();
		if
		:: me == 0 -> told = next
		:: else
		fi;
		wait_for_all();
		now = told
	od
}

init
{	byte i;

	atomic {
		for (i : 0 .. N - 1) {
			run worker(i)
		}
	}
}
