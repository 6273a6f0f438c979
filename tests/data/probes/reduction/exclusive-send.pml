/* Partial-order reduction: exclusive use of a channel is checked by the reduction only. */
chan line = [4] of { byte }; byte got;
active proctype Owner() { xs line; line!5; line!6 }
active proctype Intruder() { line!7 }
