/* A hidden variable that decides nothing has another value behind the first round of a cycle, and
   the cycle is one all the same. */
hidden byte i;
byte x;
active proctype P() {
	do
	:: d_step { for (i : 0 .. 2) { x = x + i }; x = x % 2 }
	od
}
ltl leaves { []<> (x == 5) }
