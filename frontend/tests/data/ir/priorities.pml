/* Only processes of the highest priority among those that can move; declared priorities count at the start, not for run. */
byte x;
active proctype High() priority 3 {
	x = _priority;
	assert(x == 3);
	x == 4;
	set_priority(1, 9);
	x = 5;
	x = get_priority(1) + get_priority(200)
}
active proctype Low() {
	pid p;
	x = 4;
	p = run Late(7) priority 2;
	_priority = (x > 0 -> 1 : 2);
	x = 6
}
proctype Late(byte n) priority 5 {
	x = n + _priority;
	set_priority(_pid, 1)
}
proctype Never() priority 4 {
	assert(_priority == 1)
}
active proctype Starts() {
	run Never()
}
