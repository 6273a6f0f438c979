/* What moves a trace of a single channel touches the part of it that is the channel; a parameter may name another one. */
chan q[2] = [1] of { byte };
chan r = [1] of { byte };

trace { do :: q[0]!1 od }

proctype P(chan out) {
  out!1;    //= send q as out, write _trace[out] if out == 1
  q[0]!1;   //= send q[0], write _trace[1]
  q[1]!1;   //= send q[1]
  r!1;      //= send r
  q[0]?1    //= receive q[0]
}           //= end _nr_pr

init {
  byte i = 1;
  run P(q[0]); //= start _nr_pr //: run P
  run P(q[i])  //= start _nr_pr //: run P
}              //= end _nr_pr
