/* As changes-a-count.pml; what M waits for then never comes. */
byte n, x, y;
active proctype M() {
  n = _nr_pr; x = 1; x = 2;
  (n == _nr_pr);
  y = 1; y = 2
}
never {
  do :: x == 0
     :: x == 1 -> break
  od;
  n = 7;
  do :: y == 0
     :: y == 1 -> break
  od
}
