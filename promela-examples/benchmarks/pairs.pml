/* A checker that compares all pairs of N in one atomic sequence, or with D_STEP in one d_step, beside two workers.
   Thousands of steps inside of it, 8 * ROUNDS states outside: for the speed of such steps.
   N=60, ROUNDS=200: 11.7 million steps inside; N=200: 129 million. */
#ifndef N
#define N 60
#endif
#ifndef ROUNDS
#define ROUNDS 200
#endif
#ifdef D_STEP
#define PAIRS d_step
#else
#define PAIRS atomic
#endif
bool busy[N];
short turn;
active [2] proctype worker() {
	do
	:: turn % 2 == _pid -> busy[_pid] = true; busy[_pid] = false; turn = (turn + 1) % ROUNDS
	od
}
active proctype checker() {
	byte i, j;
	do
	:: PAIRS {
		for (i : 0 .. N - 1) {
			for (j : i + 1 .. N - 1) {
				if
				:: i < 2 && j < 2 -> skip
				:: else -> assert(!busy[i] || !busy[j])
				fi
			}
		}
	   }
	od
}
