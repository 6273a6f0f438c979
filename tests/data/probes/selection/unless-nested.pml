/* Unless inside unless: the outer escape is tried first. */
byte stage;
init { { { stage = 4; stage = 5; stage = 6 } unless { stage == 4 -> stage = 40 } } unless { stage == 4 -> stage = 80 }; assert(stage == 80); stage = 0 }
