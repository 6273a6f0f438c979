/* All inside a `d_step`, and that it is not executable, matters. */
byte x, y;
chan q = [1] of { byte };
chan r = [0] of { byte };

active [2] proctype P() {
  byte i;
  d_step {        //= read x, write y, send q, ask q //: i
    x == 1;
    y = 1;
    i = 2;
    q!1
  };
  d_step {        //= write x, accept r //: i
    r?i;
    x = 1
  };
  if
  :: d_step { y == 1 -> x = 1 } //= write x, read y
  :: else         //= read y
  fi;
  if
  :: x == 2 ->                //= read x
     skip
  :: d_step { else -> y = 2 } //= read x, write y
  fi
}                 //= end _nr_pr
