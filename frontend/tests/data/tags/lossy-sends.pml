/* A send that may lose its message depends on the fill. */
chan q = [2] of { byte };

active [2] proctype P() {
  q!1; //= send q, ask q
  q?1  //= receive q
}      //= end _nr_pr
