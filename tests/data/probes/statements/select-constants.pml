/* Statements, select: between two constants it is one step with an edge for each value. */
short dice;
init { select (dice : 1 .. 6); dice = 10 * dice; dice = 0 }
