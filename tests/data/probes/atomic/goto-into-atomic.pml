/* Atomic: a jump from one sequence into the middle of another does not end it. */
byte stage;
active proctype Jumper() { atomic { stage = 1; stage = 2; goto inside }; stage = 3; atomic { stage = 4; inside: stage = 5; stage = 6; stage = 7 }; stage = 8 }
active proctype Witness() { byte seen; seen = stage; assert(seen != 2 && seen != 5) }
