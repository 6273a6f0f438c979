/* A run that ends is none without progress. */
byte x;

active proctype P() {
	do
	:: x < 3 ->
progress:
		x++
	:: break
	od
}
