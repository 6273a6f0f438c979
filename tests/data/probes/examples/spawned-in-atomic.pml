/* Worked example: processes made in one atomic sequence, and waited for. */
byte sum;
proctype Adds(byte by) { sum = sum + by; sum = sum + by }
init { atomic { run Adds(2); run Adds(3) }; (_nr_pr == 1) -> assert(sum == 10) }
