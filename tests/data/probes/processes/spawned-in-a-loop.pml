/* Processes: made in a loop inside an atomic sequence, with a local of each. */
byte at, sum;
proctype Unit(byte k) { byte own = k + 1; sum = sum + own }
init { atomic { at = 1; do :: at < 4 -> run Unit(at); at++ :: else -> break od }; at = 0 }
