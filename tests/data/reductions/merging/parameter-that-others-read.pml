/* The same of a parameter. `A` stays until `init` ends. */
byte g, seen;
proctype A(byte p) { g = p; p = 7; p = 0; g = 9; seen == 1 }
init { run A(3); g > 0; if :: A[1]:p == 7 -> assert(g == 9) :: A[1]:p == 0 fi; seen = 1 }
