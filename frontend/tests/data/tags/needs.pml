/* What must hold before a statement can be executed, part by part. */
byte x, y;
byte a[3];
chan q = [2] of { mtype, byte };
chan s = [2] of { byte };
chan sorted = [2] of { byte };
chan r = [0] of { byte };
mtype = { msg };

proctype P(chan c; byte me) {
  byte v;
  x == 1;                  //= read x
  x == 1 && y == 2;        //= read x, read y //? x == 1 <- read x; y == 2 <- read y
  !(x == 1 || v == 2);     //= read x //? !(x == 1) <- read x; !(v == 2) <-
  x == 1 || y == 2;        //= read x, read y
  v == 1 && a[me] == 0;    //= read a[me] //? v == 1 <-; a[me] == 0 <- read a[me]
  x == 1 && timeout;       //= read x, read timeout //? x == 1 <- read x; ? <- read timeout
  x == 1 && len(q) > 0;    //= read x, ask q //? x == 1 <- read x; len(q) > 0 <- ask q
  q!msg, x;                //= read x, send q //? nfull(q) <- await receive q
  q?msg, v;                //= receive q //? nempty(q) <- await send q; empty(q) || q?[msg, v] <- await receive q
  q?msg, eval(x);          //= read x, receive q //? nempty(q) <- await send q; empty(q) || q?[msg, eval(x)] <- read x, await receive q
  q?_, v;                  //= receive q //? nempty(q) <- await send q
  q??msg, v;               //= receive q, ask q //? nempty(q) <- await send q; empty(q) || q??[msg, v] <- await send q, await receive q
  sorted!!x;               //= read x, send sorted, ask sorted //? nfull(sorted) <- await receive sorted
  sorted?3;                //= receive sorted //? nempty(sorted) <- await send sorted; empty(sorted) || sorted?[3] <- await send sorted, await receive sorted
  c!1;                     //= send s //? nfull(c) <- await receive s
  r!1;                     //= offer r
  r?1;                     //= accept r
  d_step {                 //= read x, read y, write a[0] //? x == 1 <- read x; y == 2 <- read y
    x == 1 && y == 2;
    a[0] = 1
  };
  {
    x == 1 && y == 2       //= read x, read y, read a[1]
  } unless {
    a[1] == 1              //= read a[1]
  };
  atomic {
    x == 1;                //= read x, write y //? x == 1 <- read x
    y = 1                  //= write y
  };
  if
  :: x == 1 && v == 1      //= read x //? x == 1 <- read x; v == 1 <-
  :: else                  //= read x
  fi
}                          //= end _nr_pr

init {
  run P(s, 1)              //= start _nr_pr
}                          //= end _nr_pr
