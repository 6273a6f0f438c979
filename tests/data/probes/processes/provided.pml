/* Provided: asked before each step of the process. */
byte open = 1, hits;
active proctype Guest() provided (open) { open = 0; hits++; assert(hits == 0) }
active proctype Host() { !open -> skip; open = 1 }
