/* Of its states most are finished with when the others, one component of the product with no
   accepted run, fill a cache: these are on the path and live, twice to be kept. */
short v; byte c, turn, a, b;
active proctype P() {
  if
  :: do
     :: c < 12 -> c++; v = 2 * v
     :: c < 12 -> c++; v = 2 * v + 1
     :: c == 12 -> break
     od;
     v = 0; c = 0; turn = 1; turn = 0
  :: turn = 2;
     do
     :: a = (a + 1) % 60
     :: b = (b + 1) % 50
     od
  fi
}
active proctype Q() { v == 32767 && b == 251 }
ltl p { !([]<> (a == 5) && []<> (turn == 1)) }
