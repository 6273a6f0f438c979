/* An escape can be taken at each statement of the main part, inside atomic too, but only before a d_step; each executable option of its guard is one. */
byte x, y;
active proctype Choices() {
	{ x = 1; if :: x = 3 :: x = 4 fi; x = 5 }
	unless { if :: y == 1 -> x = 10 :: y == 1 -> x = 11 :: y == 2 -> x = 12 fi; x = 13 };
	x = 14
}
active proctype Atomic() {
	atomic { x = 1; { x = 2; x == 2; x = 4 } unless { y == 1 -> x = 9; x = 10 }; x = 5; x = 6 };
	{ d_step { y < 3 -> x = 1; x = 2 }; x = 3; d_step { x = 4; x = 5 } } unless { y == 1 -> x = 30; x = 31 }
}
active proctype Other() { y = 1; y = 2 }
