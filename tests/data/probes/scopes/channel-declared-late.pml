/* Scopes: a channel with an initialiser behind the first statement. */
byte seed = 3; byte out;
proctype Late(byte n; short m) { byte here = seed + n; seed = 8; chan own = [1] of { chan }; own!own; assert(here == 3 + n && m == -15536); out = n }
init { pid who; who = run Late(258, 50000); assert(who == 1); _nr_pr == 1; assert(out == 2) }
