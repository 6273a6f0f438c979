/* D_proctype: two statements that are possible at once are an error. */
byte v;
D_proctype Sure() { do :: v < 2 -> v++ :: v == 0 -> v = 7 :: v == 2 -> break od }
init { run Sure(); v == 2 }
