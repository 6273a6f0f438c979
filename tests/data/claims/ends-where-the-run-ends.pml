/* The claim comes to its end in the state that repeats: no step of the system follows. */
byte x;

active proctype P() {
	x = 1;
end:	false
}

never {
	do
	:: x == 0
	:: x == 1 -> break
	od
}
