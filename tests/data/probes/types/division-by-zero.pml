/* Types: division by zero. */
int share = 12, heads;
init { heads = 0; share = share % heads }
