/* A process that is provided a condition reads it with every step. */
byte x, y;
chan q = [1] of { byte };

active proctype P() provided (x == 1) {
  byte v;
  v = 1;      //= read x
  y = 1;      //= read x, write y //? x == 1 <- read x
  q!1;        //= read x, send q //? nfull(q) <- await receive q; x == 1 <- read x
  if
  :: y == 2   //= read x, read y //? y == 2 <- read y; x == 1 <- read x
  :: else     //= read x, read y
  fi
}             //= read x, end _nr_pr

init {
  x = 1       //= write x
}             //= end _nr_pr
