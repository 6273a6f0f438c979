byte x;
active proctype P() {
	do
	:: x == 1 -> x = 2
	:: else -> break
}
active proctype Q() { x = ; skip }
