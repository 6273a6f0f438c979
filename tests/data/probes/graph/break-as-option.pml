/* Control graph: a break that is the whole option is a step. */
byte n, seen;
active proctype Counter() { do :: n < 3 -> n = n + 1 :: break od; seen = n }
