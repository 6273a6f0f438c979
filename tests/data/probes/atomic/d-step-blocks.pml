/* D_step: a statement that blocks behind the first is an error. */
byte level = 3;
init { d_step { level == 3; level--; level > 2; level = 9 } }
