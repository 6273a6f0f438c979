/* Conflict sets as printed in 1992, with sets of processes: an invalid end state is not found. */
byte g0;
byte g1;
active proctype P0() { byte l0; byte l1;
L0: if
  :: (g0 == 2); goto L1
  fi;
L1: if
  :: skip; goto L0
  :: (g1 != 1); goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: g1 = 1; goto L2
  :: g0 = 2; goto L1
  fi;
L1: false;
L2: false
}
active proctype P2() { byte l0; byte l1;
L0: if
  :: g0 = (g0 + 1) % 3; goto L1
  fi;
L1: if
  :: skip; goto L0
  :: skip; goto L2
  fi;
L2: false
}
