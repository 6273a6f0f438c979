/* What is written is never read. Right: a run-time error all the same. */
byte unread[2];
active proctype P() { byte v[2]; if :: v[2] = 1 :: unread[2] = 1 :: skip fi }
