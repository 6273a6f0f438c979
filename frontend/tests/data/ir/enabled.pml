/* enabled and pc_value: of others, of processes that are gone. */
byte x, y;
active proctype P() {
	x = 1;
	y = enabled(1);
	if
	:: enabled(1) && !enabled(9) -> x = 2
	:: pc_value(_pid) == pc_value(0) -> x = 4
	fi
}
active proctype Q() {
	x == 1;
	do
	:: x == 2 -> break
	:: else -> x = 3; x = 2
	od;
	y = 3
}
