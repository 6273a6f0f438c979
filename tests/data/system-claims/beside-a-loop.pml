/* P1 is able for ever.
*/
byte g0;
byte g1;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g0 = 1; goto L1
  fi;
L1: if
  :: g0 = 0; goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: g1 = 1; goto L1
  fi;
L1: end1: false
}
ltl p { (<> (g1 == 1)) }
