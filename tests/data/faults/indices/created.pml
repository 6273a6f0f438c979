/* The initial value of a local is looked up when the process is created. */
byte a[2];
proctype Q() { byte y = a[1 + 1]; assert(y == 0) }
init { run Q() }
