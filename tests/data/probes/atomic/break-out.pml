/* Atomic: a selection inside whose option leaves the loop around the sequence. */
byte v;
init { do :: v < 6 -> atomic { v = v + 2; if :: v == 6 -> v = 7; break :: v == 4 -> break :: v == 2 -> skip fi } od; v = 1 }
