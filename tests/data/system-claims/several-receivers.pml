/* A message that is sent early makes P2 able for ever, no matter who takes messages: weak fairness with
   a sender that goes first.
*/
byte g0;
byte g1;
chan c0 = [2] of { byte };
active proctype P0() { byte l0; byte l1;
L0: if
  :: c0!0; goto L1
  fi;
L1: if
  :: c0!0; goto L1
  :: atomic { (g0 == 0); g0 = 1 }; goto L1
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: c0?l0; goto L1
  fi;
L1: if
  :: atomic { (g0 == 1); g0 = 0 }; goto L0
  fi
}
active proctype P2() { byte l0; byte l1;
L0: if
  :: c0?l0; goto L1
  fi;
L1: if
  :: g1 = 1; goto L2
  fi;
L2: end2: false
}
ltl p { (<> (g1 == 1)) }
