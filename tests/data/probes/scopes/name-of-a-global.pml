/* Scopes: a local cannot have the name of a global. */
int shared = 2;
proctype P(byte p) { byte shared = 1; shared++; assert(shared == 2) }
init { run P(1) }
