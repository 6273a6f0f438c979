/* Counting: an atomic sequence is one transition; each of its steps but the last counts as an atomic step, and all for the depth. */
byte hits;
active [3] proctype Hit() { atomic { hits++; hits = hits + 2 } }
