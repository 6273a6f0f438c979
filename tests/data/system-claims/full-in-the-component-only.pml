/* L0 and L1 of P0 are a cycle without any other process. Behind L2 something else can happen, and
   it is too late there: one full state in each component is not enough.
*/
byte g0;
byte g1;
byte g2;
active proctype P0() { byte l0; byte l1;
L0: if
  :: l0 = 1; goto L1
  fi;
L1: if
  :: l0 = 0; goto L0
  :: l0 = 0; goto L2
  fi;
L2: if
  :: atomic { (g1 == 0); g1 = 1 }; goto L2
  :: atomic { (g1 == 1); g1 = 0 }; goto L2
  :: atomic { (g2 == 1); g2 = 0 }; goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: atomic { (g2 == 0); g2 = 1 }; goto L0
  :: atomic { (g2 == 0); g0 = 1 }; goto L1
  fi;
L1: if
  :: l0 = 0; goto L1
  fi
}
ltl p { (!((<> (g0 == 1)) && ([] (!(g1 == 1))))) }
