/* The sleep sets of 1995 with sets of processes: an invalid end state is not found. */
chan c0 = [1] of { byte };
chan c1 = [1] of { byte };
active proctype P0() { byte l0; byte l1;
L0: if
  :: c0!0; goto L3
  :: skip; goto L4
  fi;
L1: if
  :: c1!0; goto L2
  fi;
L2: false;
L3: if
  :: c0!2; goto L1
  :: skip; goto L0
  fi;
L4: false
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: skip; goto L2
  :: c0?l0; goto L0
  :: c1?1; goto L1
  fi;
L1: false;
L2: false
}
active proctype P2() { byte l0; byte l1;
L0: if
  :: c0?0; goto L0
  fi
}
