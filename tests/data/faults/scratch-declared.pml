/* The language declares `_`, `_pid`, `_nr_pr`, `_last` and `_priority`. Right: an error at the name, as in SPIN. */
byte _;
init { _ = 1 }
