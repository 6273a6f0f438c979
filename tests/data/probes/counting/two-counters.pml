/* Counting: two processes of one kind with a shared counter; transitions are states stored and states met again. */
byte hits;
active [2] proctype Hit() { hits = hits + 1; hits++; hits = hits + 3 }
