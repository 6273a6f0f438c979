/* An atomic sequence is one transition: with all that may follow, and with what is tested on the way. */
byte x, y, z, w;
byte a[2];
chan q = [1] of { byte };
chan r = [0] of { byte };

active [2] proctype P() {
  byte i, j;
  atomic {
    x = 1;        //= write x, read y, write z, write w
    y == 1;       //= read y, write z, write w
    if
    :: z = 1      //= write z
    :: w = 1      //= write w
    fi
  };
  x = 2;          //= write x
  atomic {
    i = 1;        //= write a //: i
    a[i] = 1;     //= write a[i]
    a[j] = 1      //= write a[j]
  };
  atomic {
    a[j] = 2;     //= write a[j], send q, ask q
    q!1           //= send q
  };
  atomic {
    x = 3;        //= write x, write y, receive q, ask q //: then i
    q?i;          //= write y, receive q //: i
    y = 3         //= write y
  };
  atomic {
    x = 4;        //= write x, write y, seek receiver r, move receiver r //: then i
    r!1;          //= offer r
    y = 4         //= write y, move receiver r
  };
  atomic {
    r?i;          //= write y, accept r, move receiver r //: i
    y = 5         //= write y
  };
  atomic {
    x = 6;        //= write x, move receiver r
    r?i;          //= write y, accept r, move receiver r //: i
    y = 6         //= write y
  };
  atomic {
    x = 7;        //= write x, read y, write z
    if
    :: y == 1 ->  //= read y
       z = 1      //= write z
    :: else       //= read y
    fi
  };
  atomic {
    x = 8;        //= write x, read timeout
    timeout       //= read timeout
  }
}                 //= end _nr_pr
