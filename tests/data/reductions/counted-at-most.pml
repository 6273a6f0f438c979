/* As counted-alone.pml, with other comparisons that say that there are no more than before. */
byte x;
proctype W(byte k) { x = x + k; x = x - k; x++ }
init {
  byte n = _nr_pr;
  run W(1); run W(2); run W(3);
  n >= _nr_pr;
  assert(x == 3);
  run W(4); run W(5);
  _nr_pr <= n;
  assert(x == 5);
  run W(6); run W(7);
  2 > _nr_pr && x > 0;
  assert(x == 7)
}
