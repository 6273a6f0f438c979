/* What a process waits for does not exist once x is 1, and the process could not move anyway. */
byte a[2], x;
active proctype P() provided (x == 0 || a[2] == 2) { false; skip }
active proctype Q() { x = 1 }
