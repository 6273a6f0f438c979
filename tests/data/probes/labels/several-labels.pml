/* Labels: several before a statement; one whose name begins with end makes a valid end state of a selection. */
byte stage;
init { start: stage = 2; progress_a: accept_b: middle: stage = 3; end_c: do :: stage == 4 -> break od }
