/* Processes start others and wait until these have ended, on two levels, and again. Only the
   youngest process can end, so a process that waits asks for that one alone. */
byte done;
proctype worker(byte steps) {
	byte i;
	do :: i < steps -> i++ :: else -> break od;
	done++
}
proctype boss() {
	run worker(1); run worker(2);
	_nr_pr == 2;
	assert(done == 2)
}
init { run boss(); (_nr_pr == 1) -> assert(done == 2); run worker(1); run worker(2); _nr_pr == 1; assert(done == 4) }
