/* D_step: a handshake may be taken as its first statement. */
chan door = [0] of { byte }; byte got;
active proctype Taker() { d_step { door?got; got = got * 2; got++ }; assert(got == 9) }
active proctype Asker() { door!4 }
