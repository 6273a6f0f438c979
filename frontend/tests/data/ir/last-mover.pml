/* _last is part of the state. */
byte x, y;
active proctype P() {
	x = 1;
	y = _last;
	assert(y < 2)
}
active proctype Q() {
	atomic { x = 2; x = _last };
	x = 3
}
