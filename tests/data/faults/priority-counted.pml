/* A process may count its own priority up and down. */
byte x;

active proctype A() priority 2 {
	_priority++;
	x = _priority;
	_priority--;
	assert(x == 3 && get_priority(_pid) == 2)
}

active proctype B() priority 2 {
	x = 7
}
