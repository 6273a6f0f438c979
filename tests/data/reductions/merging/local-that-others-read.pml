/* Others see each value of a local that they refer to: its assignments are steps of their own. */
byte g;
active proctype A() { byte x; g = 1; x = 1; x = 0; g = 2 }
active proctype B() { if :: A[0]:x == 1 -> assert(g == 2) :: g == 2 fi }
