/* Provided: a process that may not move does not even die, which is a valid end. */
byte v;
active proctype Guest() provided (v < 2) { v = 1; v = 2 }
active proctype Young() { skip }
