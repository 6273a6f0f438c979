c_code x = 1;
c_state "int x";
init {
	c_code;
	c_expr;
	x = c_expr { 1 } 2;
	skip
}
c_decl { int z; };
proctype P() {
	c_code { z = 1; };
	c_code [z > 0] { z = 1; };
	c_expr { z } -> skip
}
