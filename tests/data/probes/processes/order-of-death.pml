/* Processes: the youngest dies first, and its number is given again. */
byte runs; pid who;
proctype Short() { runs++ }
init { who = run Short(); run Short(); _nr_pr == 1; assert(runs == 2 && who == 1); who = run Short(); assert(who == 1); _nr_pr == 1 }
