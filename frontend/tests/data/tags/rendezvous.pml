/* Handshakes. A question about the fill of a rendezvous channel has always the same answer. */
chan r = [0] of { byte };
chan q = [1] of { byte };
byte x;

proctype P(chan both) {
  byte v;
  r!x;         //= read x, offer r
  r?v;         //= accept r
  r?eval(x);   //= read x, accept r
  r??3;        //= accept r
  len(r) == 0;
  nfull(r);
  both!1;      //= send q, offer r
  both?v;      //= receive q, accept r
  len(both) > 0 //= ask q
}              //= end _nr_pr

init {
  run P(r);    //= start _nr_pr
  run P(q)     //= start _nr_pr
}              //= end _nr_pr
