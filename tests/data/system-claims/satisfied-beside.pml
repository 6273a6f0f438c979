/* The first choice satisfies the formula for ever, and leads to a state of which a search for
   safety stores nothing: the run through the second one is told all the same. */
byte g0;
byte g1;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g0 = 1; goto L1
  :: g1 = 1; goto L2
  fi;
L1: end1: false;
L2: if
  :: g1 = 2; goto L1
  fi
}
active proctype P1() { byte l0; byte l1;
L0: end0: false
}
active proctype P2() { byte l0; byte l1;
L0: end0: false
}
ltl p { ((!(g1 == 2)) W (g0 == 1)) }
