/* A claim beside long atomic sequences, which are one step of the product each. */
byte last;
bool odd;
active [2] proctype P() {
	byte i;
	do
	:: atomic {
		i = 0;
		do
		:: i < 200 -> i++
		:: else -> break
		od;
		last = _pid; odd = !odd; i = 0
	   }
	od
}
ltl turns { []<> (last == 0) }
ltl flips { []<> odd && []<> !odd }
