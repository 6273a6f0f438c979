/* The escape of an unless, and what it escapes from. */
chan two = [2] of { byte, byte };
chan one = [2] of { byte };
byte x, y;

proctype P(chan c) { { x = 1; x = 2 } unless { c?x,y } }

init { one!5; two!6,7; atomic { run P(two); run P(one) } }
