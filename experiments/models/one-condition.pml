/*
 * A bounded buffer with one condition variable for all who wait, of which one is woken at a time: whoever is woken may be
 * of the wrong kind, and goes to sleep again without waking another. T. Cargill's "Challenge 14" in the XP wiki is about
 * this fault; it needs more threads than twice the room in the buffer.
 *
 * Checked: somebody can go on (no invalid end state).
 *
 * Parameters   default
 *   ROOM       2        places in the buffer
 *   EACH       4        producers, and as many consumers
 */
#ifndef ROOM
#define ROOM 2
#endif
#ifndef EACH
#define EACH 4
#endif

bool locked;
byte items;
bool asleep[2 * EACH];
byte sleepers;

inline lock() { atomic { !locked -> locked = true } }

inline wait_for_signal()
{	atomic { asleep[_pid] = true; sleepers++; locked = false };
	!asleep[_pid];
	lock()
}

/* Wakes any of those that sleep. */
inline signal()
{	byte who;

	atomic {
		if
		:: sleepers > 0 ->
			select_sleeper: who = 0;
			do
			:: asleep[who] -> asleep[who] = false; sleepers--; break
			:: who < 2 * EACH - 1 -> who++
			:: else -> goto select_sleeper
			od
		:: else
		fi;
		who = 0
	}
}

active [EACH] proctype producer()
{	do
	:: lock();
	   do
	   :: items == ROOM -> wait_for_signal()
	   :: else -> break
	   od;
	   items++;
	   signal();
	   locked = false
	od
}

active [EACH] proctype consumer()
{	do
	:: lock();
	   do
	   :: items == 0 -> wait_for_signal()
	   :: else -> break
	   od;
	   items--;
	   signal();
	   locked = false
	od
}
