/* An assertion keeps its reads; what is printed is of no account. */
byte x;

active [2] proctype P() {
  assert(x == 0); //= read x
  printf("%d", x);
  x = 1           //= write x
}                 //= end _nr_pr
