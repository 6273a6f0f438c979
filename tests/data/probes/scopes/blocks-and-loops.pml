/* Scopes: a variable that is declared in a loop is set anew at each round. */
byte base = 2;
active proctype Scopes() { byte n = 1; { byte one = 4; { byte two = 9; n = two - one }; assert(n == 5); n = 0 }; assert(base == 2); do :: n < 3 -> byte fresh = 5; fresh++; assert(fresh == 6); n++ :: else -> break od }
