byte do, len;
int in;
mtype = { red, init };
proctype timeout() { skip }
proctype P(byte run) { goto else; skip: x = 1 }
init { byte fi = 1; chan empty = [1] of { byte }; x.len = 1 }
