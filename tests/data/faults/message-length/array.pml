/* An array of channels whose elements are of two kinds, the index known only when the statement is executed. */
chan two = [1] of { byte, byte };
chan one = [1] of { byte };
chan links[2];

active [2] proctype P() { links[0] = two; links[1] = one; links[_pid]!1,2 }
