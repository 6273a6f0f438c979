/* The claim makes `c` name a channel that holds fewer messages than the one of M. */
chan c;
chan small = [1] of { byte };
chan large = [3] of { byte };
byte x, y;
active proctype M() { c = large; x = 1; x = 2; c!1; y = 1; c!2; y = 2; y = 3 }
never {
  do :: x == 0
     :: x == 1 -> break
  od;
  c = small;
  do :: y < 2
     :: y == 2 -> break
  od
}
