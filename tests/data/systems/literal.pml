/* Local are the transitions at a place, not the enabled ones among them: else the assertion is not found. */
chan c0 = [1] of { byte };
active proctype P0() { byte l0; byte l1;
L0: if
  :: (l0 == 0); l0 = 1; goto L1
  :: c0?l0; assert(l0 == 0); goto L1
  fi;
L1: false
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: c0!1; goto L1
  fi;
L1: end1: false
}
