/* Joins, breaks and gotos are steps of their own where an atomic chain ends. */
byte x, y;
active proctype If() { atomic { if :: x = 1 :: x = 2 fi }; x = 5 }
active proctype Loop() { atomic { do :: y < 2 -> y++ :: else -> break od }; y = 3 }
active proctype Goto() {
	atomic { x++; if :: x > 2 -> goto out :: else -> goto inside fi };
	skip;
	atomic { y++; inside: x = 3; y = 5 };
out:	x = 4
}
