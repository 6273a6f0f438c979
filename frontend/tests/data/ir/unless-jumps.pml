/* Jumps out of an unless and back to its label; break in an escape leaves the loop around. */
byte x, y;
active proctype Loop() {
	do
	:: { x = 1; x = 2 } unless { y == 1 -> break }
	:: x == 2 -> x = 3; break
	od;
	do :: x < 5 -> x++ :: x > 3 -> break od unless { y == 1 -> goto out };
	x = 30;
out:	x = 40
}
active proctype Labelled() {
again:	atomic { x++; x < 4; goto again } unless { y == 1 -> x = 30; x = 31 };
	x = 5;
	goto over;
over:	{ skip; x = 4 } unless skip
}
active proctype Other() { y = 1 }
