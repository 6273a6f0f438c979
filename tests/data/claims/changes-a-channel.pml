/* The claim makes `c` name another channel, which no process does. */
chan c = [1] of { byte };
chan d = [1] of { byte };
byte x, y;
active proctype M() { x = 1; x = 2; c!1; y = 1; y = 2; y = 3 }
never {
  do :: x == 0
     :: x == 1 -> break
  od;
  c = d;
  do :: y == 0
     :: y == 1 && len(d) == 1 -> break
  od
}
