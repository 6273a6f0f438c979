/* The claim adds to what M has counted, which is then no constant: two processes are waited for. */
byte n, x, y;
proctype A() { end: false }
active proctype M() {
  n = _nr_pr; x = 1; x = 2; run A();
  end: (n == _nr_pr);
  y = 1; y = 2
}
never {
  do :: x == 0
     :: x == 1 -> break
  od;
  n = n + 1;
  do :: y == 0
     :: y == 1 -> break
  od
}
