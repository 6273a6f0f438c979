/* A claim that comes to its closing brace is an error at once. */
byte x;

active proctype P() {
	do
	:: x = (x + 1) % 3
	od
}

never {
	do
	:: x != 2
	:: x == 2 -> break
	od
}
