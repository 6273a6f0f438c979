/* P0 and those that it starts may go first, but not for ever. The step that closes their cycle is the end of
   one that goes round no cycle of its own.
*/
byte g0;
active proctype P0() { byte l0; byte l1;
L0: if
  :: atomic { (_nr_pr == 2); run P2() }; goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: g0 = 1; goto L1
  fi;
L1: end1: false
}
proctype P2() { byte l0; byte l1;
L0: if
  :: l0 = 1
  fi
}
ltl p { ([] (!(g0 == 1))) }
