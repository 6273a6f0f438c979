/* Constructs that are not supported, all named in one run, next to a real error. */
byte n;
c_decl { int k; };
active proctype P() {
	c_code { now.n = 1; };
	nn = 1;
	c_expr { now.n == 1 }
}
