/* The receiver of each handshake is drawn into an atomic sequence and goes on there. It does not
   begin these steps, so a run in which it takes nothing but them is not weakly fair: it is able to
   count g2[2] on and never does.
*/
byte g0[3];
byte g1[3];
byte g2[3];
chan c0 = [0] of { byte };
active proctype P0() { byte l0; byte l1;
L0: false
}
active proctype P1() { byte l0; byte l1;
L0: if
  :: c0!2; goto L0
  fi
}
active proctype P2() { byte l0; byte l1;
L0: if
  :: atomic { c0?l1; skip }; goto L0
  :: g2[_pid] = (g2[_pid] + 1) % 3; goto L0
  fi
}
ltl p { ([] (<> (g2[2] == 0))) }
