/* The same at a choice that only asks for locals. */
byte x, y;
active proctype P() { byte l[2]; byte k = 2; y = 1; if :: l[k] == 3 -> x = 2 :: else fi }
active proctype Q() { x = 1; assert(x + y < 2) }
