byte timeout;
bool end;
active proctype Wait() {
	byte len = 1;
	timeout = len
}
/* SPIN: line 1, Error: syntax error saw ''(' = 40' near 'timeout' */
