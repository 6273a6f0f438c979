/* One error of each sort, in and around statements that cannot be parsed. */
mtype = { ping, pong };
byte count, ready[2];
chan link = [1] of { mtype, byte };

proctype Sender(byte n) {
	byte seen;
	count = count + ;
	cuont = 1;
	link!ping;
	ready[2] = 1;
	do
	:: seen < n -> seen++
	:: els -> brek
	od;
	goto finish;
	x = 1 2
}

proctyp Receiver() {
	byte y
	q = y;
	link?pong, y
}

init {
	run Sender(1);
	run Sendr(2);
	run Receiver();
	assert count == 1 2
}
