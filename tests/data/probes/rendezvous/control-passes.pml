/* Handshake inside atomic on both sides: control passes to the receiver and stays there until the end of its sequence. */
chan door = [0] of { byte }; byte room;
active proctype Giver() { atomic { room = 1; door!9; room = 8 } }
active proctype Taker() { byte got; atomic { door?got; assert(room == 1); room = 2; room = got } }
