/* Atomic: a process whose body is one atomic sequence still dies by a step of its own. */
byte work;
proctype Twice(byte by) { atomic { work = work + by; work = work + by } }
init { atomic { run Twice(1); run Twice(3) }; (_nr_pr == 1) -> assert(work == 8) }
