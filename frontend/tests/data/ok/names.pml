/* Names that look like something else: words of temporal logic, prefixes of keywords, `in`. */
byte U, V, W, X, always, until, in, double, iffy, doing, done, fifo, od_, format, inited, run_, skips, int_, active_;
byte _x, __y, x1; byte P_var;
proctype P(byte v) { byte q; here: q = v }
active proctype Q() {
	byte v;
	U = V; W = X + always; until = in; double = iffy + doing + done;
	fifo = od_ + format; if :: inited -> run_ = skips :: int_ fi; _ = 3; _x = _pid + _nr_pr + _last;
	for (_x in A) { in = in + 1 }
	select (in : 1 .. in);
	v = (in -> in : in); v = (P_var -> v : x1); v = (P[1]:q -> P:q : P[v]:q + 1);
	x1 == 2 && P@here && P[v + 1]@here;
	label: skip; goto label
}
byte A[3];
