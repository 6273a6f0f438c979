/* M's index is outside of `q`, so it does not take what S offers: S goes on with its `else`. */
chan q[2] = [0] of { byte };
byte i = 2;
active proctype M() { byte k; q[i]?k }
active proctype S() { if :: q[0]!1 :: else -> assert(false) fi }
