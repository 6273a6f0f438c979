/* No set has the name `colour`: its variables and fields hold numbers like any others. */
mtype:fruit = { apple, pear }
typedef Box { mtype:colour paint }
Box box;
chan c = [1] of { mtype:colour, mtype:fruit };
active proctype P() { mtype:colour seen = 1; seen++; c!seen, pear }
active proctype Q() { mtype:fruit f; c?box.paint, f; assert(box.paint == 2 && f == pear) }
