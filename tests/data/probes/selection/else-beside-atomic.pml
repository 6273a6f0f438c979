/* Else beside an atomic sequence that begins with a receive. */
chan calls = [2] of { byte }; byte v;
init { calls!5; do :: atomic { calls?v -> v++; v++ } :: else -> break od; assert(v == 7) }
