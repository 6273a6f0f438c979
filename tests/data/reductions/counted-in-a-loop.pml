/* In the second round the one of the first may still live. */
byte x;
proctype W() { x++ }
init {
  byte n, i;
  do
  :: i < 2 -> n = _nr_pr; run W(); i++
  :: else -> break
  od;
  n == _nr_pr;
  assert(x == 2)
}
