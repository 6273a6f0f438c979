/* `a * x as i32 < b` is read as the beginning of type arguments. */
byte x;
active proctype P() {
  if
  :: x | (timeout * _nr_pr < _pid) -> x++
  :: x | (x + _nr_pr << 1) -> x++
  :: x | (1 - _nr_pr < x * _nr_pr) -> x++
  :: x | ((x | _nr_pr) < 3) -> x++
  fi
}
