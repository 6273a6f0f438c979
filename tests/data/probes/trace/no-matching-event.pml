/* Trace: an event that is not the next is an error; receives are events as well, other channels are not. */
chan line = [3] of { byte }; chan other = [3] of { byte };
active proctype P() { byte got; line!4; other!1; line!5; line?got; other?got; line!6 }
trace { line!4; line!5; line?4; line!7 }
