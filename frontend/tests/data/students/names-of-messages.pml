mtype { request, reply }
chan c = [1] of { mtype };
active proctype Send() {
	c!reqest
}
/* SPIN: line 5, Error: undeclared variable: reqest saw ''}' = 125' */
