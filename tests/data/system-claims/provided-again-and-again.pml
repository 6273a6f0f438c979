/* P1 is able again and again, and not for ever: P0 takes away what it is provided for.
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
active proctype P1() provided (g0 == 1) { byte l0; byte l1;
L0: if
  :: g1 = 1; goto L1
  fi;
L1: false
}
ltl p { (<> (g1 == 1)) }
