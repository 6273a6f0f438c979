/* `d` names no channel, so M does not take what S offers on `r`: S goes on with its `else`, and T
   with what it does unless its message is taken. */
chan d;
chan r = [0] of { byte };
active proctype M() { byte k; d?k }
active proctype S() { if :: r!1 :: else -> assert(false) fi }
active proctype T() { byte k; { assert(k == 1) } unless { r!2 } }
