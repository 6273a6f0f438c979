/* D_step: its first statement may be timeout or else. */
byte v;
init { d_step { timeout; v = 4; v = 5 }; do :: d_step { v == 4 -> v = 6 } :: d_step { else -> v = 7; v = 8 }; break od; assert(v == 8) }
