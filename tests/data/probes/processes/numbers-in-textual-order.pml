/* Processes: those of the start are numbered in the order of the text, init among them. */
byte sum;
active proctype First() { assert(_pid == 0); sum = sum + 1 }
init { assert(_pid == 1); sum = sum + 2 }
active [2] proctype Rest() { assert(_pid == 2 || _pid == 3) }
