/* Arguments and initial values are read in the step of the `run`; what never runs reads nothing. */
hidden byte argument, initial, first, child, idle, dead;
byte x;
proctype Child(byte v) {
	byte own = initial;		//= initial
	x = v + own
}
proctype Never() {
	x = idle
}
active proctype First() {
	byte own = first;
	x = own;
	goto done;
	x = dead;
done:	skip
}
init {
	argument = 1; initial = 1; first = 1; idle = 1; dead = 1;
	run Child(argument);		//= argument
	child = run Child(2);
	x = child;				//= child
	assert(x < 100)
}
