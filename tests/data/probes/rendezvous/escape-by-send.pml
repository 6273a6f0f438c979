/* Unless with a send of a handshake as its escape: where it is taken the main part is not possible. */
chan door = [0] of { byte }; byte way;
active proctype Giver() { { way = 5; way = 6; way = 7 } unless { door!2 -> way = 3; way = 4 }; assert(way != 4); assert(way != 7) }
active proctype Taker() { byte got; door?got }
