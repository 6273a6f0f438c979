/* Trace: what is sent follows it; where the channel is full the system stops, and not in an end state. */
chan line = [2] of { byte };
active proctype P() { line!5; line!6; line!5; line!6 }
trace { do :: line!5; line!6 od }
