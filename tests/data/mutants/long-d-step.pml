/* A `d_step` with 65,536 steps on the way back to where it was: found with two states, not with as many as there are. */
short x;
active proctype P() { d_step { do :: x++ od } }
