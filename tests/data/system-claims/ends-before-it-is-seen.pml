/* The run ends before the formula has looked at as many states as it wants, and its last state
   repeats. */
byte g0;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g0 = 1; goto L1
  fi;
L1: end1: false
}
active proctype P1() { byte l0; byte l1;
L0: end0: false
}
active proctype P2() { byte l0; byte l1;
L0: end0: false
}
ltl p { (X (X (X (g0 == 2)))) }
