/* A channel comes in a message, in a member of a structure. */
typedef Address { byte node; chan port };
chan two = [1] of { byte, byte };
chan one = [1] of { byte };
chan post = [2] of { Address };

active proctype P() { Address a; a.port = one; post!a; a.port = two; a.node = 1; post!a }
active proctype Q() { Address a; do :: post?a -> a.port!a.node :: timeout -> break od }
