/* Where a run ends, every process has had its due: the run is fair. */
byte n;
active proctype P() { n = 2 }
ltl settles { <> [] (n == 1) }
