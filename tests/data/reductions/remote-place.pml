/* A place that another process asks for: the step to it, and the step away from it, may not go
 * before who looks. */

byte turns;

active proctype Holder() {
    byte rest;
    rest = 1;
inside:
    rest = 2;
    rest = 0;
    turns++
}

active proctype Looker() {
    if
    :: Holder@inside -> assert(turns == 9)
    :: else
    fi;
    turns++
}
