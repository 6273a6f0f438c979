byte x;
proctype Count() {
	x++
}
/* SPIN: line 2, Error: no runable process */
