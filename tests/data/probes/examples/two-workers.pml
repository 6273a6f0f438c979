/* Worked example: two workers that answer on a channel of their maker. */
byte ready; bool both;
proctype Worker(chan answer; short n) { ready++; answer!n * 2 }
init { chan mine = [1] of { short }; short v; atomic { run Worker(mine, 4); run Worker(mine, 5) } mine?v; mine?v; both = (v == 10 -> true : false); _nr_pr == 1; d_step { ready = 0; v = 0 } }
