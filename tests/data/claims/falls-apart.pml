/* Without fairness `done` need not come. In the component without it Q is left behind; without the
   states where Q is able it falls apart into N loops, and in each of them R is left behind. */
#ifndef N
#define N 20
#endif
byte phase; bit k, done; int n;
active proctype P() {
	do
	:: phase == 0 -> phase = 1
	:: atomic { phase == 1 && n < N -> phase = 0; n = (n + 1) % N }
	:: phase == 0 -> phase = 2
	:: phase == 2 -> phase = 0
	od
}
active proctype Q() { atomic { phase == 1 -> done = 1 } }
active proctype R() {
	do
	:: atomic { phase == 1 -> k = 1 - k }
	:: atomic { phase == 2 -> done = 1; break }
	od
}
ltl eventually { <> (done == 1) }
