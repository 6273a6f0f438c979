/* P1 is never able: what it is provided for does not hold.
*/
byte g0;
byte g1;
byte g2;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g1 = (g1 + 1) % 3; goto L0
  fi
}
active proctype P1() provided (g0 == 1) { byte l0; byte l1;
L0: if
  :: g2 = 1; goto L1
  fi;
L1: false
}
ltl p { (<> (g2 == 1)) }
