/* Counting: a loop with an else that leads out. */
short n = 9;
active proctype Down() { do :: n > 5 -> n = n - 1 :: else -> break od; assert(n == 5) }
