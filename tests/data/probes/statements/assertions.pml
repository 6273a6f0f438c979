/* Assertions: always possible; a search for all errors goes on behind a failed one. */
byte v;
active proctype P() { assert(v != 0); v = 1 }
active proctype Q() { if :: assert(2 == 3) :: assert(1 < 0) -> v = 2 fi }
