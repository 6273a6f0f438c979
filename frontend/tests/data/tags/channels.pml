/* Buffered channels: a constant name, an array of names, a parameter, a variable. */
chan q = [2] of { byte };
chan row[3] = [1] of { byte };
chan other = [1] of { byte };
chan any = [1] of { byte };
byte x, i;

proctype P(chan c; chan d) {
  byte v;
  chan e;
  q!x;                //= read x, send q
  q?v;                //= receive q
  q?x;                //= write x, receive q
  q?<v>;              //= receive q
  q??5;               //= receive q, ask q
  q!!v;               //= send q, ask q
  len(q) == 1;        //= ask q
  nempty(q);          //= find message q
  q?[5];              //= ask q
  row[1]!1;           //= send row[1]
  row[v]!1;           //= send row as v + 2
  row[i]!1;           //= read i, send row
  row[v]?v;           //= receive row
  c!1;                //= send row[0]
  d!1;                //= send row as d
  e = row[1];
  e!1;                //= send row[1]
  any!1;              //= read any (name), send row[2], send other, send any
  any = other;        //= write any (name)
  any = row[2]        //= write any (name)
}                     //= end _nr_pr

init {
  run P(row[0], row[1]); //= start _nr_pr
  run P(row[0], row[2])  //= start _nr_pr
}                        //= end _nr_pr
