/* Counting: a handshake is one transition and two of depth. */
chan door = [0] of { byte, bit };
active proctype Taker() { byte got; do :: door?got,1 :: door?got,0 -> break od }
active proctype Giver() { door!3,1; door!4,1; door!5,0 }
