/* Inside of SEQUENCE, in an inline, behind a statement that is right. */
chan two = [2] of { byte, byte };
chan one = [2] of { byte };
byte x;

inline tell(c) { x = 1; c!x }

proctype P(chan c) { SEQUENCE { tell(c) } }

init { atomic { run P(two); run P(one) } }
