/*
 * Processes that take turns, after the token ring of
 *   E. W. Dijkstra, "Self-stabilizing systems in spite of distributed control", Communications of the ACM 17 (1974),
 *   pages 643-644; here with a token that is there from the start.
 *
 * Each process may only move while it holds the token, hands it on after a few steps, and a monitor looks at where the others
 * stand.
 *
 * Checked: nobody but the holder of the token is at work.
 *
 * Parameters     default
 *   N            3         processes
 *   ROUNDS       2         rounds
 */
#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte token, steps;

active [N] proctype worker() provided (token == _pid)
{	byte round;

	for (round : 1 .. ROUNDS) {
atwork:		steps++;
		token = (token + 1) % N
	};
	token = (token + 1) % N
}

D_proctype monitor()
{
	do
	:: atomic { worker[1]@atwork && worker[1]:round == 1 -> assert(steps <= N + 1) }
	:: worker[1]@atwork && worker[1]:round > 1 -> break
	:: else -> break
	od
}

init { run monitor() }
