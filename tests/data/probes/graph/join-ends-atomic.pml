/* Control graph: the join of a selection that comes last in an atomic sequence is a step of its own. */
byte pick, copy;
init { atomic { if :: pick = 7 :: pick = 3 :: pick = 5 fi }; copy = pick }
