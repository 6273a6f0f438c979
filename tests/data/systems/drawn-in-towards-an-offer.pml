/* The sequence of the second process draws the third one in, to where it takes the offer of the first: what enables that offer is the third's own half. */
chan c0 = [0] of { byte };
active proctype P0() { byte l0; byte l1;
L0: if
  :: skip; goto L1
  fi;
L1: if
  :: c0!1; goto L0
  fi
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: atomic { skip; c0!0 }; goto L0
  fi
}
active proctype P2() { byte l0; byte l1;
L0: if
  :: c0?0; goto L1
  fi;
L1: if
  :: c0?1; goto L0
  fi
}
