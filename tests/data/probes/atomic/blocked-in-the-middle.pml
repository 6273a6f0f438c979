/* Atomic: a sequence that blocks in its middle is left to the others there, that state is stored; it goes on atomically. */
byte stage;
active proctype Sleeper() { atomic { stage = 1; stage == 5; stage = 6; stage = 7 } }
active proctype Waker() { stage == 1 -> stage = 5 }
