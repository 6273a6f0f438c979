/* Notrace: an error when all its events have happened. */
chan line = [3] of { byte };
active proctype P() { line!5; line!6; line!7; line!8 }
notrace { line!5; line!6; line!7 }
