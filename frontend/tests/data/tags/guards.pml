/* A condition that holds relies on what could make it false: no send takes a message away. And what it has found stays until it is used. */
byte x;
chan q = [2] of { byte };
chan s = [2] of { byte };
chan r = [0] of { byte };

proctype P(chan in, out) {
  byte v;
  nempty(q);                //= find message q
  full(q);                  //= find message q
  nfull(q);                 //= find room q
  empty(q);                 //= find room q
  nempty(q) && x == 1;      //= read x, find message q
  nempty(q) || x == 1;      //= read x, ask q
  len(q) > 0;               //= ask q
  nfull(r);
  nempty(in);               //= find message s
  atomic {
    nempty(s) && nfull(q);  //= find message s, find room q, receive s, send q
    s?v;                    //= receive s, send q, ask q
    q!v                     //= send q
  };
  atomic {
    nempty(in) && nfull(q); //= find message s, find room q, receive s, send q
    in?v;                   //= receive s, send q, ask q
    q!v                     //= send q
  };
  atomic {
    nfull(q);               //= find room q, send q, ask q
    q!1;                    //= send q, ask q
    q!2                     //= send q
  };
  atomic {
    nfull(s);               //= find room s, send q, ask q
    q!1                     //= send q
  };
  atomic {
    nempty(q);              //= find message q, receive q, ask q
    q?1                     //= receive q
  };
  atomic {
    nfull(out);             //= find room q, find room s, send q, send s, ask q, ask s
    out = (v -> q : s);
    out!1                   //= send q, send s
  };
  atomic {
    nfull(q);               //= find room q, send q, ask q, send s, ask s
    if
    :: s!1                  //= send s, send q, ask q
    :: v == 1               //= send q, ask q
    fi;
    q!1                     //= send q
  };
  if
  :: nempty(q)              //= find message q
  :: else                   //= ask q
  fi
}                           //= end _nr_pr

init {
  run P(s, q)               //= start _nr_pr
}                           //= end _nr_pr
