/* Two formulas and a never claim over two variables. */
byte x;
bool y;

active proctype P() {
	do
	:: x = 1 - x
	:: y = !y
	od
}

ltl response { [] (x == 1 -> <> y) }
ltl { []<> (x == 1) && []<> y -> []<> (x != 1) }

never {
	do
	:: x == 0
	:: x == 1 -> break
	od
}
