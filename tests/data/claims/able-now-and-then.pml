/* While P goes round, Q is able now and then, and not all the time: it may wait for ever. */
byte x;
active proctype P() { do :: x = (x + 1) % 3 od }
active proctype Q() { do :: x == 1 -> skip od }
ltl settles { <> [] (x != 2) }
