/* Both processes end, or P1 waits until P0 has gone on.
*/
byte g0;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g0 = 1; goto L1
  fi;
L1: if
  :: g0 = 2; goto L2
  fi;
L2: if
  :: skip
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: (g0 == 2); goto L1
  fi;
L1: if
  :: skip
  fi
}
ltl p { (<> ([] (g0 == 1))) }
