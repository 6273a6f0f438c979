/* Nor is one that ends where it may not: that is an invalid end state. */
byte x;

active proctype P() {
progress:
	x = 1;
	x == 3
}

active proctype Q() {
	x = 2
}
