/* What an `unless` encloses waits until its escapes cannot be taken. */
byte x, y;
chan q = [1] of { byte };
chan r = [0] of { byte };

active [2] proctype P() {
  byte v;
  {
    v = 1;        //= read x
    y = 1         //= read x, write y
  } unless {
    x == 1        //= read x
  };
  {
    v = 2;        //= read y, ask q
    v = 3         //= read y, ask q, move receiver r
  } unless {
    q?eval(y)     //= read y, receive q, move receiver r
  };
  {
    v = 4;        //= move receiver r
    v = 5         //= move receiver r
  } unless {
    r?v           //= accept r, move receiver r
  };
  {
    v = 6         //= seek receiver r, move receiver r
  } unless {
    r!1           //= offer r
  };
  v = 7
}                 //= end _nr_pr
