/* A send to a channel that does not exist, and one that waits for a message of another. */
chan q[2] = [1] of { byte };
active proctype P() { q[2]!1 }
active proctype Q() { byte x; if :: q[0]?x :: q[1]?x fi }
