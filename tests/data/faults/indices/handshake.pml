/* Half of a handshake is with an element that does not exist. */
chan r = [0] of { byte };
active proctype P() { r!1 }
active proctype Q() { byte v[2]; r?v[3] }
