/* What was counted is changed on one of two ways to where it is waited for. */
byte x;
proctype W() { x++ }
init {
  byte n = _nr_pr;
  run W(); run W();
  if :: n++ :: skip fi;
  n == _nr_pr;
  assert(x == 2)
}
