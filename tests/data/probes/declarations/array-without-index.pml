/* Declarations: an array without an index means its first element to SPIN, which says so and goes on. */
short cells[4] = 3;
init { cells = 8; assert(cells[0] == 8 && cells[1] == 3) }
