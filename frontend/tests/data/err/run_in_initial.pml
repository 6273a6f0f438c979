/* Only a statement starts a process, and initial values are computed before there are any. */
byte x = run P();
byte a[2] = { 1, run P(3) };
byte b[run P()];
chan c = [run P()] of { byte };
proctype P(byte y) provided (run P(1)) { byte z = y + run P(2); skip }
init { skip }
