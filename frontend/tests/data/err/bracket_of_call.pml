byte x; inline f(a) { x = a }
active proctype P() { f(1]; assert(x == 1) }
