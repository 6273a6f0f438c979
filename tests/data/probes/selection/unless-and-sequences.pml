/* Unless: an escape interrupts an atomic sequence at each of its places, a d_step only before it. */
byte v;
init { { d_step { v = 3; v = 4 }; v = 2; atomic { v = 6; v = 7; v = 5 } } unless { v > 4 -> v = 90 }; assert(v == 90) }
