/* Unless: an escape that is possible only when the main part is through is dead; options with the same text are two edges. */
byte stage;
init { { stage = 3; if :: stage == 3 :: stage == 3 :: stage == 3 fi; stage = 5 } unless { stage == 5; stage = 6 }; assert(stage == 5) }
