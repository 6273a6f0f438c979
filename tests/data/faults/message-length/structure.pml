/* A structure counts as its fields, also of structures in it and of arrays. */
typedef Inner { byte a; byte b[2] };
typedef Outer { Inner inner; bit last };
chan three = [1] of { byte, byte, byte };
chan four = [1] of { Outer };

proctype P(chan c) { Outer o; o.last = 1; c!o }

init { atomic { run P(three); run P(four) } }
