/* A run that ends at an `accept` label stays there for ever. */
byte x;

active proctype P() {
	x = 1;
accept:
	x == 3
}

active proctype Q() {
	x = 2
}
