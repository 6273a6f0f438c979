/* Processes die youngest first, pids and channel ids are used again. */
byte n; chan last;
proctype W(chan c) { chan own = [1] of { byte }; c!_pid; own!1; last = own; n++ }
init {
	chan c = [1] of { pid }; pid p;
	run W(c); c?p; (_nr_pr == 1) -> run W(c); run W(c); c?p; c?p; (_nr_pr == 1); assert(n == 3 && last != c)
}
