/* No run satisfies the formula, whose automaton is violated where it starts. */
byte g0;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g0 = 1; goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: end0: false
}
active proctype P2() { byte l0; byte l1;
L0: end0: false
}
ltl p { ([] ((g0 == 0) && (!(g0 == 0)))) }
