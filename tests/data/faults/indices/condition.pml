/* A condition asks for an element that does not exist, but only after the other process has moved. */
byte a[2], x;
active proctype P() { x == 1 && a[2] == 0 -> x = 2 }
active proctype Q() { x = 1 }
