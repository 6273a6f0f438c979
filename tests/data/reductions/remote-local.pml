/* A local that another process reads: what makes it 1, and what makes it 0 again, may not go before
 * who looks at it. */

byte turns;

active proctype Holder() {
    byte held, rest;
    held = 1;
    rest = 1;
    held = 0;
    rest = 0;
    turns++
}

active proctype Looker() {
    if
    :: Holder:held == 1 -> assert(turns == 9)
    :: else
    fi;
    turns++
}
