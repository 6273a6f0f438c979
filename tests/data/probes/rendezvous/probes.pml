/* Handshake: the length of such a channel is 0, it is empty and not full; a random receive is like a plain one. */
chan door = [0] of { byte, byte }; byte a;
active proctype Giver() { assert(!len(door)); empty(door); nfull(door) -> door!2(5) }
active proctype Taker() { door??2,a; assert(a == 5) }
