/* Scopes: a declaration before the first statement is no step, each behind it is one. */
int g;
init { int early = g + 1, more; g = 5; int late = g - early; int zero; g = late + zero + more; assert(g == 4) }
