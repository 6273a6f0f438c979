/* Selection: options that begin with atomic, with a block and with d_step, and an else among them. */
byte v = 1;
init { do :: atomic { v < 6 -> v = v + 2; v++ } :: v > 3 -> v = v - 1; break :: else -> v = 20 od; if :: d_step { v = 2; v = 3 } :: { v = 4; v = 5 } :: atomic { v = 6; v = 7 } fi }
