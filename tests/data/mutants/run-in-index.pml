/* The pid of a new process is an index of what is assigned, also of a channel's. */
byte a[4];
chan c[4] = [1] of { byte };
proctype P(bit n) { a[_pid] = 2 + n }
init {
  byte x;
  x = a[(run P(1))];
  x = len(c[(run P(0))])
}
