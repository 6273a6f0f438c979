/* In the middle of a d_step, behind a branch that is taken. */
byte a[2], x;
active proctype P() { x = 1; d_step { a[0] = 1; if :: x == 1 -> a[4] = a[0] :: else fi; a[1] = 1 } }
