/* The same comparison of all pairs as in 12-long-atomic.pml, in one `d_step`. */
#ifndef N
#define N 60
#endif
#ifndef ROUNDS
#define ROUNDS 200
#endif
bool busy[N];
byte turn;
active [2] proctype worker() {
	do
	:: turn % 2 == _pid -> busy[_pid] = true; busy[_pid] = false; turn = (turn + 1) % ROUNDS
	od
}
active proctype checker() {
	byte i, j;
	do
	:: d_step {
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
