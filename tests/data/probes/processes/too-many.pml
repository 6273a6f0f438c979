/* Processes: the 256th that is made at a time is an error; run never blocks. */
proctype Stay() { false }
short made;
init { do :: run Stay() -> made++ :: else -> break od; assert(made == 0) }
