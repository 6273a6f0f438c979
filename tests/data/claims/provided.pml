/* B is never able, so each run is fair to it. SPIN with -f does not see that of B: a process whose
   `provided` is false is left out before it is found to be blocked. */

byte x = 1
bit g

active proctype B() provided (x > 1) {
	do
	:: g = 0
	:: g = 1
	od
}

active proctype A() {
	do
	:: g = 1 - g
	od
}

never {
accept:
	do
	:: true
	od
}
