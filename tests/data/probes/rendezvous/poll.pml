/* Handshake: what a rendezvous channel would give cannot be asked. */
chan door = [0] of { byte }; byte way;
active proctype Giver() { door!2 }
active proctype Asker() { if :: door?[2] -> way = 1 :: timeout -> way = 2 fi }
