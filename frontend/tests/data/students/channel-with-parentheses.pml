chan c = [2] of (byte);
active proctype Send() {
	c!1
}
/* SPIN: line 1, Error: syntax error saw ''(' = 40' */
