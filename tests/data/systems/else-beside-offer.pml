/* An else beside an offer depends on where others stand, so no step of theirs is local. */
chan c0 = [0] of { byte };
active proctype P0() { byte l0; byte l1;
L0: if
  :: skip; goto L1
  fi;
L1: if
  :: c0?0; goto L2
  fi;
L2: false
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: c0!0; goto L1
  :: else; goto L0
  fi;
L1: false
}
