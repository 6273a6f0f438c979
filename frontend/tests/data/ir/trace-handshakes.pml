/* Both halves of a handshake are events; eval looks at a global; the last message fits no event. */
chan c = [0] of { byte };
byte g = 1;
active proctype P() { c!1; g = 3; c!3; g = 4; c!3 }
active proctype Q() { byte v; do :: c?v od }
trace { again: c!_; c?eval(g); goto again }
