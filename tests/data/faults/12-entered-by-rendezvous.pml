/* Long atomic sequences that a handshake enters: the receiver's, and that of a sender whose partner goes on alone.
   Inside of the loops are handshakes, too, at places where nothing else can be done. */
chan begin = [0] of { byte };
chan tick = [0] of { bit };
byte done;
active proctype receiver() {
	byte i, n;
	do
	:: atomic {
		begin?n;
		i = 0;
		do
		:: i < 250 -> i++; n = (n + i) % 7
		:: else -> break
		od;
		assert(n < 7);
		done = 1 + done % 3;
		i = 0; n = 0
	   }
	od
}
active proctype ticking() {
	do
	:: tick?_
	od
}
active [2] proctype sender() {
	byte i;
	do
	:: atomic {
		i = 0;
		do
		:: i < 20 -> tick!1; i++
		:: else -> break
		od;
		begin!_pid;
		i = 0
	   }
	od
}
