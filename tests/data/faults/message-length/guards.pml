/* Beside an else, and asked for by a selection: a statement of the wrong length can be executed. */
chan two = [2] of { byte, byte };
chan one = [2] of { byte };
byte x;

proctype P(chan c) { if :: c!1 :: else -> x = 1 fi; assert(x == 0) }

init { atomic { run P(two); run P(one) } }
