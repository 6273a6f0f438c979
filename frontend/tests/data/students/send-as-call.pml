chan c = [2] of { byte };
active proctype Send() {
	send(c, 1)
}
active proctype Receive() {
	byte x;
	x = c?
}
/* SPIN: line 3, Error: undeclared variable: send saw ''(' = 40' */
