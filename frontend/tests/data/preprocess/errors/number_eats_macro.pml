#define N 3
init { byte i; for (i : 1..N) { skip } }
