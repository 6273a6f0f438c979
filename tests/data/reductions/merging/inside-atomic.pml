/* Inside of `atomic` no other process looks at a local between the statements; one may behind the last. */
byte g;
active proctype A() { byte x; atomic { g = 1; x = 1; x = 2 }; x = 3; g = 2; g == 3 }
active proctype B() {
	do
	:: A:x == 1 -> assert(false)
	:: A:x == 2 -> assert(g == 2); break
	:: g == 2 -> break
	od;
	g = 3
}
