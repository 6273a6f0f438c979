/*
 * Readers and writers; the first solution (readers have priority) of
 *   P. J. Courtois, F. Heymans, D. L. Parnas, "Concurrent control with readers and writers", Communications of
 *   the ACM 14 (1971), pages 667-668.
 *
 * Two semaphores: `mutex` guards the count of readers, `room` is held by a writer or by the readers together: the
 * first of them takes it, the last gives it back.
 *
 * Checked: a writer is alone, and nobody blocks for ever.
 *
 * Parameters       default
 *   READERS        6
 *   WRITERS        3
 *   NO_MUTEX       off     a fault: the count is not guarded
 *   KEEP_ROOM      off     a fault: the last reader does not give the room back
 */
#ifndef READERS
#define READERS 6
#endif
#ifndef WRITERS
#define WRITERS 3
#endif

#define TAKE(semaphore) atomic { semaphore > 0 -> semaphore-- }
#define GIVE(semaphore) semaphore++

#ifdef NO_MUTEX
#define LOCK   skip
#define UNLOCK skip
#else
#define LOCK   TAKE(mutex)
#define UNLOCK GIVE(mutex)
#endif

byte mutex = 1, room = 1;
byte count;
byte reading, writing;          /* for the check only */

active [READERS] proctype reader()
{
	do
	::	LOCK;
		count++;
		if
		:: count == 1 -> TAKE(room)
		:: else
		fi;
		UNLOCK;

		reading++;
		assert(writing == 0);
		reading--;

		LOCK;
		count--;
		if
#ifdef KEEP_ROOM
		:: count == 0
#else
		:: count == 0 -> GIVE(room)
#endif
		:: else
		fi;
		UNLOCK
	od
}

active [WRITERS] proctype writer()
{
	do
	::	TAKE(room);
		writing++;
		assert(writing == 1 && reading == 0);
		writing--;
		GIVE(room)
	od
}
