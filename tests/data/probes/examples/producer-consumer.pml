/* Worked example: a producer and a consumer with a buffer of two, and a handshake at the end. */
chan belt = [2] of { byte }; chan stop = [0] of { byte };
active proctype Maker() { byte k = 1; do :: k < 4 -> belt!k; k = k + 1 :: else -> break od; stop!k }
active proctype User() { byte got, sum; do :: belt?got -> sum = sum + got :: sum == 6 -> stop?got; break od; assert(got == 4) }
