/*
 * The shortest job first, after
 *   R. W. Conway, W. L. Maxwell, L. W. Miller, "Theory of Scheduling", Addison-Wesley 1967, chapter 8.
 *
 * Users hand in jobs of one of three lengths at any time. The machine takes the shortest that waits; among equals the first. An
 * operator looks at the queue and takes a job that must not wait out of it.
 *
 * Checked: no waiting job is shorter than the one that is taken, and the machine and the operator do all jobs together.
 *
 * Parameters     default
 *   JOBS         2         jobs of each user
 *   FIFO         off       a fault: jobs are taken in the order in which they came
 */
#ifndef JOBS
#define JOBS 2
#endif
#define USERS 2
#define URGENT 2

chan queue = [USERS * JOBS] of { byte, pid };
byte handed_in;
byte finished;

active [USERS] proctype user()
{	byte job, size;

	for (job : 1 .. JOBS) {
		select (size : 1 .. 3);
#ifdef FIFO
		queue!size,_pid;
#else
		queue!!size,_pid;
#endif
		handed_in++
	}
}

active proctype machine()
{	byte size, next;
	pid who;

end_idle:
	do
	:: atomic {
		queue?size,who ->
		if
		:: queue?<next,_> -> assert(size <= next)
		:: empty(queue)
		fi
	   };
	   finished++
	od
}

active proctype operator()
{	pid who;

end_idle:
	do
	:: atomic { queue??[URGENT, eval(0)] && len(queue) > USERS -> queue??URGENT,who; assert(who == 0 || who == 1) }; finished++
	:: atomic { queue ?? <eval(URGENT),who> -> assert(who < USERS) }; break
	od;
	printf("seen an urgent job of %d\n", who)
}
