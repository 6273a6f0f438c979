/* What a process is provided for may use its parameters, also where they change. */
bool go[4];
byte ran, x;
proctype W(byte me; byte other) provided (go[me] && !go[other]) {
	ran++;
	other = 3;
	me = me + 1;
	atomic { x = me; x = x + 1 }
	assert(me == 2 || me == 3)
}
init {
	run W(1, 2);
	run W(2, 3);
	go[1] = true;
	go[2] = true;
	go[3] = true;
	go[2] = false;
	go[3] = false
}
