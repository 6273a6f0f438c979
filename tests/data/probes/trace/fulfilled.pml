/* Trace: each send on the channel must be the next of the sequence. */
chan line = [3] of { byte }; chan other = [1] of { byte };
active proctype P() { line!4; other!9; line!5; line!4 }
trace { do :: line!4; line!5 od }
