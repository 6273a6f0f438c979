/* The outermost escape goes first, except around a main part without braces: there inner and outer escape are tried together. */
byte x, y;
active proctype P() {
	{
		{ x = 1; { x = 2; x = 3 } unless { y == 3 -> x = 50; x = 51 }; x = 4 }
		unless { y >= 2 -> x = 60; x = 61 }
	} unless { y >= 1 -> x = 70; x = 71 };
	{ x = 1 unless { y >= 2 -> x = 10; x = 11 } } unless { y >= 3 -> x = 20; x = 21 };
	x = 30
}
active proctype Other() { y = 1; y = 2; y = 3 }
