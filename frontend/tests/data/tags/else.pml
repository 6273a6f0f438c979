/* An `else` waits for what its siblings test, and beside the send of a handshake for everything. */
byte x, y;
chan q = [1] of { byte };
chan r = [0] of { byte };

active [2] proctype P() {
  byte v;
  if
  :: x == 1 && v == 0 -> //= read x
     skip
  :: q!y ->              //= read y, send q
     skip
  :: q?eval(y) ->        //= read y, receive q
     skip
  :: else                //= read x, read y, ask q
  fi;
  if
  :: r?v ->              //= accept r
     skip
  :: v == 1 ->
     skip
  :: else
  fi;
  if
  :: r!1 ->              //= offer r
     skip
  :: else                //= everything
  fi
}                        //= end _nr_pr
