/* Types: the only field of a message is not cut to one bit, though it is declared as bit. */
chan flags = [1] of { bool };
byte got;
init { flags!6; flags?got; assert(got <= 1); got = 0 }
