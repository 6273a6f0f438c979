/* How often each has entered is never read: an element that is only counted up needs no state,
   though its index is checked. */
byte rounds, entries[3];
bit lock;
active [3] proctype P() {
  do
  :: rounds < 3 -> atomic { !lock -> lock = 1 }; entries[_pid]++; rounds++; lock = 0
  :: else -> break
  od;
  assert(rounds <= 5)
}
