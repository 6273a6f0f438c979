/* Endless d_steps that ask in each of their steps: the answers are known, and a d_step that comes back to where it was is noticed soon. */
byte x;
proctype P() { enabled(_pid &  1) -> }active [29] proctype D() { do :: d_step {{ enabled((1> _pid)) && enabled(_pid + 1); do :: { 1 - x;(_pid > (1 ))& enabled(1) -> x = 0 } ::(_pid) -> od } -x } (_pid) -> od }active proctype Q() { (~(enabled(_pid <1) <(x)))  }
