/* An escape that offers a message: whether a step that it interrupts is enabled depends on where others stand, so no step of theirs is local. */
chan c0 = [0] of { byte };
active proctype P0() { byte l0; byte l1;
L0: if
  :: skip; goto L1
  fi;
L1: if
  :: skip; goto L2
  fi;
L2: { if
  :: l0 = 0; goto L2
  fi } unless { skip; c0?2; goto L0 }
}
active proctype P1() { byte l0; byte l1;
L0: { if
  :: l0 = 1; goto L0
  fi } unless { c0!2; goto L1 };
L1: false
}
