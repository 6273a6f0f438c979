/* A younger one of the start lives: it is alone only when that has ended. */
byte x;
proctype W() { x++ }
active proctype A() { byte n; n = _nr_pr; run W(); n == _nr_pr; assert(x == 2) }
active proctype B() { x++ }
