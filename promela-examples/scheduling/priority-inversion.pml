/*
 * Priority inversion, and priority inheritance against it, after
 *   L. Sha, R. Rajkumar, J. P. Lehoczky, "Priority inheritance protocols: an approach to real-time synchronization", IEEE
 *   Transactions on Computers 39 (1990), pages 1175-1185.
 *
 * A low task holds a lock, a high one wants it, and a middle one has nothing to do with it. While the low task is the one that
 * everybody waits for it inherits the priority of whoever waits, so the middle task cannot come between.
 *
 * Checked: the middle task does not run while the high one waits for the lock.
 *
 * Parameters     default
 *   PLAIN        off       without inheritance
 */
#define LOW 2
#define MIDDLE 5
#define HIGH 9

bool locked, waiting, alarm;
pid holder;

inline lock()
{
	do
	:: atomic { !locked -> locked = true; holder = _pid; break }
	:: atomic {
		else ->
		waiting = true;
#ifndef PLAIN
		set_priority(holder, get_priority(_pid));
#endif
		!locked -> waiting = false
	}
	od
}

inline unlock()
{
	/* In the other order the sequence would lose the control between the two: who is not the highest does not move. */
	atomic { locked = false; set_priority(_pid, LOW) }
}

active proctype low() priority LOW
{
	lock();
	assert(_priority >= LOW);
	alarm = true;
	skip;
	unlock()
}

active proctype high() priority HIGH
{
	alarm;
	lock();
	skip;
	locked = false
}

active proctype middle() priority MIDDLE
{
	alarm -> assert(!waiting)
}
