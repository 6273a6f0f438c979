/* Unless with a receive as its escape: it takes place only when somebody offers a handshake. */
chan door = [0] of { byte }; byte v;
active proctype Patient() { { v = 1; v = 2; v = 3 } unless { door?4 -> v = 9 } }
active proctype Caller() { v == 2 -> door!4 }
