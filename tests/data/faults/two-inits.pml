/* Several `init` run, numbered in the order of the text. */
byte x, seen;
active proctype A() { byte n; assert(_pid == 0); x++ }
init { byte n = 5, m; assert(_pid == 1 && n == 5); here: x++; n = x; seen = seen + n }
proctype C(byte n) { seen = n }
init { byte n = 7; byte late; assert(_pid == 2 && n == 7); here: x = x * 2; late = x; run C(late) }
init { assert(_pid == 3); end: x == 200 }
