/* A trace may name only the first fields of a message. */
chan two = [1] of { byte, byte };
byte x, y;

trace { do :: two!1; two?_ od }

active proctype P() { do :: two!1,2; two?x,y od }
