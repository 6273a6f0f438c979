/* Worked example: mutual exclusion for two by flags and a turn, with a counter that is asserted. */
bool want[2]; bit last; byte inside;
active [2] proctype User() { pid other = 1 - _pid; again: want[_pid] = 1; last = _pid; (!want[other] || last == other) -> inside++; assert(inside == 1); inside = inside - 1; want[_pid] = 0; goto again }
