/* How many there are is counted while init is alone, twice, and waited for: as good as a constant. */
byte x;
proctype W(byte k) { x = x + k; x = x - k; x++ }
init {
  byte n = _nr_pr;
  run W(1); run W(2); run W(3);
  n == _nr_pr;
  assert(x == 3);
  n = _nr_pr;
  run W(4); run W(5);
  _nr_pr == n;
  assert(x == 5)
}
