/* A notrace is over with the first message that does not fit. */
chan c = [2] of { byte };
active proctype P() { if :: c!1; c!2 :: c!2; c!2; c!3 :: c!2; c!3 fi }
active proctype Q() { byte v; end: do :: c?v od }
notrace { if :: c!1; c!2 :: c!2; c!3 fi }
