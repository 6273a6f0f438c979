/* Processes: arguments are cut to the type of the parameter; a local channel is made with the process; what is declared behind a statement is set by a step. */
byte seed = 6;
proctype Taker(byte n; short m, k; bit f) { chan own = [1] of { chan }; byte at_start = seed + n; byte pair[3] = { 7, 9 }; seed = 2; byte late = seed; chan back; assert(n == 1 && m == -25536 && k == 8 && f == 0 && late == 2 && pair[2] == 9); own!own; own?back; assert(back == own) }
init { pid who; who = run Taker(257, 40000, 8, 6); assert(who == 1); _nr_pr == 1; seed = 7; who = run Taker(1, -25536, 8, 2); assert(who == 1) }
