/* Scopes: an inner block cannot declare a name again that it sees. */
short depth = 1;
init { short low = 2; { short low = 3; assert(low == 3) }; assert(low == 2 && depth == 1) }
