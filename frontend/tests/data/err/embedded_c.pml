c_code x = 1;
c_state "int x";
init {
	c_code;
	c_expr;
	x = c_expr { 1 } 2;
	skip
}
