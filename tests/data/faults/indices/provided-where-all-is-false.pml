/* Where no option can ever be executed, what the process waits for is asked all the same. */
byte a[2], x;
active proctype P() provided (x == 0 || a[2 * x] == 2) { do :: false; skip :: false od }
active proctype Q() { x = 1 }
