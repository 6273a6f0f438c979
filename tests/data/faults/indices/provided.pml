/* What a process waits for does not exist once x is 1. */
byte a[2], x;
active proctype P() provided (x == 0 || a[2] == 0) { skip; skip }
active proctype Q() { x = 1 }
