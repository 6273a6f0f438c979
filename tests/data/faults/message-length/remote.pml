/* A channel that another process knows. */
chan two = [1] of { byte, byte };
chan one = [1] of { byte };

active proctype P() { chan c; if :: c = two :: c = one fi; end: false }
active proctype Q() { chan d; (P[0]:c != 0); d = P[0]:c; d!1,2 }
