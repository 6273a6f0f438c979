/* What the trace watches moves it. */
chan q = [1] of { byte };
chan r = [0] of { byte };
chan s = [1] of { byte };

trace { do :: q!1 :: r?1 od }

active [2] proctype P() {
  q!1; //= send q, write _trace
  q?1; //= receive q
  r!1; //= offer r, write _trace
  r?1; //= accept r, write _trace
  s!1; //= send s
  s?1  //= receive s
}      //= end _nr_pr
