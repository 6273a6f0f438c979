/* D_step: a handshake cannot be offered inside. */
chan door = [0] of { byte }; byte got, count;
active proctype Asker() { d_step { count++; door!count; count++ } }
active proctype Taker() { door?got }
