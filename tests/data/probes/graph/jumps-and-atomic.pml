/* Control graph: goto, loops and selections at the end of atomic sequences; only depth and atomic steps show their extra steps. */
byte v;
init { atomic { v = 2; if :: v == 2 -> v++; goto on :: else fi; v = 3 }; on: v = 4; atomic { do :: v < 7 -> v++ :: else -> break od }; v = 9; atomic { v = 6; do :: v > 3 -> v-- :: else -> break od; v = 1; v = 2 }; last: }
