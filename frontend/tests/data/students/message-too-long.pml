chan c = [2] of { byte };
active proctype Send() {
	c!1, 2
}
/* SPIN: line 3, Error: too many pars in send */
