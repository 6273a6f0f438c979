/* Conflict sets as printed in 1992 alone, without the rule for the stack: states are not visited. */
byte g0;
active proctype P0() { byte l0; byte l1;
L0: if
  :: g0 = (g0 + 1) % 3; goto L1
  fi;
L1: if
  :: skip; goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: skip; goto L1
  fi;
L1: false
}
active proctype P2() { byte l0; byte l1;
L0: if
  :: g0 = (g0 + 1) % 3; goto L1
  fi;
L1: if
  :: l1 = (l1 + 1) % 3; goto L1
  :: l1 = (l1 + 1) % 3; goto L0
  fi
}
