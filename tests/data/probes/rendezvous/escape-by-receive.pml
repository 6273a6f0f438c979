/* Unless with a receive of a handshake as its escape: the main part is possible although a sender is ready. */
chan door = [0] of { byte }; byte way;
active proctype Taker() { byte got; { way = 5; way = 6 } unless { door?got -> way = 3 }; assert(way != 3); assert(way != 6) }
active proctype Giver() { door!1 }
