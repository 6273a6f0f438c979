/* What others do beside a local statement that fails: the state in between is one, though the statement is local. */
byte x, y;
active proctype P() { byte l[2]; byte k = 2; y = 1; l[k] = 3; assert(l[0] == 0) }
active proctype Q() { x = 1; assert(x + y < 2) }
