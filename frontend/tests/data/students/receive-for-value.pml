chan c = [2] of { byte };
active proctype Receive() {
	byte x;
	x = receive(c);
	c.send(x)
}
/* SPIN: line 4, Error: undeclared variable: receive saw ''(' = 40' */
