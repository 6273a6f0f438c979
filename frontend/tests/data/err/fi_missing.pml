byte x;
active proctype P() {
	do
	:: if
	   :: x == 1 -> x = 2
	   :: else
	od
}
