/* Array bounds: an index beyond the last element is an error at run time. */
short cells[4]; byte at = 4;
init { cells[0] = 2; cells[at] = 9 }
