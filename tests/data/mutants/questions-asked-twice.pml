/* Each process asks twice about the next one: without memory of the answers the last of them is asked about 2^32 times. The second kind asks in states of its own, the third asks about itself in the end. */
byte x;
active [16] proctype P() { enabled(_pid + 1) && enabled(_pid + 1) -> x++ }
active [15] proctype D() { d_step { true; x = 1 - x; enabled(_pid + 1) && enabled(_pid + 1) -> x = 0 } }
active proctype Q() { enabled(_pid - 1) && enabled(_pid - 1) -> x = 1 }
