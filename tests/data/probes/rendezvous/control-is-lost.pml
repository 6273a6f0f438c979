/* Handshake out of an atomic sequence: the receiver is not in one, so nobody has the control afterwards. */
chan door = [0] of { byte }; byte room;
active proctype Giver() { atomic { room = 1; door!9; room = 8 } }
active proctype Taker() { byte got; door?got; assert(room == 1) }
