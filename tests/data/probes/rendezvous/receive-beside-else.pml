/* Else beside a receive of a handshake: else is possible although a sender is ready. */
chan door = [0] of { byte }; byte way; byte got;
active proctype Taker() { do :: door?got -> way = 4; break :: else -> way = 5; break od; assert(way != 4); assert(way != 5) }
active proctype Giver() { door!6 }
