/* Guards of escapes: atomic, d_step, else, timeout, an option that jumps. */
byte x, y;
active proctype Sequences() {
	{ x = 1; x = 2 } unless { d_step { y == 1 -> x = 30; x = 31 }; x = 32 };
	{ x = 1; x = 2 } unless { atomic { y == 1 -> x = 40; x = 41 }; x = 42 }
}
active proctype Else() {
again:	{ x++; x < 4; goto again } unless { if :: x == 3 -> x = 20 :: else -> x = 30 fi };
	(y == 9) unless timeout
}
active proctype Other() { y = 1; y = 2 }
