/* Atomic and d_step inside each other: a d_step is one step of the atomic sequence, an atomic sequence in a d_step part of it. */
byte s;
init { d_step { s = 1; atomic { s = 2; s = 3 }; s = 4 }; atomic { s = 5; atomic { s = 6; s = 7 }; d_step { s = 8; s = 9; s = 10 }; s = 11 } }
