/*
 * A tree of two-way arbiters that share one resource among N users, after
 *   C. L. Seitz, "Ideas about arbiters", Lambda 1 (1980), pages 10-14;
 *   D. L. Dill, "Trace Theory for Automatic Hierarchical Verification of Speed-Independent Circuits", MIT Press 1989.
 *
 * Users and arbiters are nodes of a tree in which each node has two wires to its parent, a request upwards and a grant
 * downwards. They go up and down in turn, in four phases: request, grant, request withdrawn, grant withdrawn. An arbiter
 * with requests from both children chooses one of them, passes the request on, and the grant back. Node 1 is the root, the
 * children of p are 2p and 2p+1, and the users are the last N nodes, so that N need not be a power of two.
 *
 * Checked: at most one user has the resource; a grant comes only where there is a request; nobody blocks for ever.
 *
 * Parameters     default     (N=4: 20 thousand states, 5: 210 thousand, 6: 2.2 million)
 *   N            5           users
 *   GREEDY       off         an arbiter that has the resource serves its other child too before it gives it back
 *   EARLY        off         a fault: an arbiter withdraws its request as soon as it has passed the grant on
 *   THREE        off         a fault: an arbiter does not wait until the grant is withdrawn
 */
#ifndef N
#define N 5
#endif

#define ROOT      1
#define FIRST     N             /* of the users */
#define NODES     (2 * N)       /* node 0 is not used */

bool request[NODES], grant[NODES];
byte users;                     /* that have the resource */

#define LEFT(p)   (2 * (p))
#define RIGHT(p)  (2 * (p) + 1)
#define OTHER(c)  ((c) ^ 1)

proctype user(byte me)
{
	do
	:: request[me] = true;
		grant[me];
		users++;
		assert(users == 1);
		users--;
		request[me] = false;
		!grant[me]
	od
}

proctype arbiter(byte me)
{	byte child;

	do
	:: if
		:: request[LEFT(me)] -> child = LEFT(me)
		:: request[RIGHT(me)] -> child = RIGHT(me)
		fi;
		request[me] = true;
		grant[me];
#ifdef GREEDY
serve:
#endif
		assert(request[child]);
		grant[child] = true;
#ifdef EARLY
		request[me] = false;
#endif
		!request[child];
		grant[child] = false;
#ifdef GREEDY
		if
		:: request[OTHER(child)] -> child = OTHER(child); goto serve
		:: !request[OTHER(child)]
		fi;
#endif
		child = 0;
		request[me] = false;
#ifndef THREE
		!grant[me]
#endif
	od
}

/* What stands above the root. */
proctype resource()
{
	do
	:: request[ROOT]; grant[ROOT] = true; !request[ROOT]; grant[ROOT] = false
	od
}

init
{	byte node;

	atomic {
		run resource();
		for (node : ROOT .. FIRST - 1) { run arbiter(node) }
		for (node : FIRST .. NODES - 1) { run user(node) }
	}
}
