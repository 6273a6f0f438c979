byte turn;
active proctype Worker() {
	do
	:: (turn = 1) -> turn = 0
	:: else -> break
	od
}
/* SPIN: line 4, Error: syntax error saw 'operator: =' */
