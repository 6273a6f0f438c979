/* D_step: a jump out of it is refused. */
byte level;
init { d_step { level = 1; if :: level == 1 -> goto away :: else fi; level = 4 }; level = 2; away: level = 3 }
