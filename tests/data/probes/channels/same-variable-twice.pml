/* Receive: the same variable cannot take two fields of a message. */
chan line = [1] of { byte, byte, byte }; byte got, rest;
init { line!1,2,3; line?got,rest,got; assert(got == 3) }
