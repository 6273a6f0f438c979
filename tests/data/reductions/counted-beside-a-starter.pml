/* Another one of the start may have started one before they are counted. */
byte x;
proctype W() { x++ }
active proctype A() { run W(); run W() }
init { byte n = _nr_pr; skip; n = _nr_pr; run W(); n == _nr_pr; assert(x != 1) }
