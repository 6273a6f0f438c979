/* for and select inside atomic, and first in an option. */
byte x, i;
active proctype P() {
	atomic { for (i : 1 .. 3) { x++; if :: x == 2 -> break :: else fi }; select (i : 3 .. 5) };
	atomic { select (i : 3 .. 50) };
	do
	:: select (i : 1 .. 2); break
	:: for (i : 1 .. 2) { x++ }; break
	od;
end:	select (i : 2 .. 3)
}
