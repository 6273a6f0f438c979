/* The first may still live when they are counted: then only one of both need have ended. */
byte x;
proctype W() { x++ }
init { byte n; run W(); n = _nr_pr; run W(); n == _nr_pr; assert(x == 2) }
