/* An `else` waits for what its siblings test, and beside the send of a handshake until nobody receives. */
byte x, y;
chan q = [1] of { byte };
chan r = [0] of { byte };

active [2] proctype P() {
  byte v;
  if
  :: x == 1 && v == 0 -> //= read x
     skip                //= move receiver r
  :: q!y ->              //= read y, send q
     skip                //= move receiver r
  :: q?eval(y) ->        //= read y, receive q
     skip                //= move receiver r
  :: else                //= read x, read y, ask q, move receiver r
  fi;
  if
  :: r?v ->              //= accept r, move receiver r
     skip
  :: v == 1 ->           //= move receiver r
     skip
  :: else                //= move receiver r
  fi;
  if
  :: r!1 ->              //= offer r
     skip
  :: else                //= seek receiver r, move receiver r
  fi
}                        //= end _nr_pr
