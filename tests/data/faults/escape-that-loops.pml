/* The options of an escape are tried from the last to the first at the statement that it may
 * interrupt, but from the first to the last where the escape comes back to its loop. Depth tells
 * both. */
byte x, y;

active proctype P()
{
	{
		timeout
	} unless {
		do
		:: x == 0; x = 2
		:: x < 2; x++
		:: x >= 2 && x < 6; x++
		:: x == 6; x = 7
		:: x == 7; y = 1; break
		:: x == 7; x = 8
		:: x == 8; y++; x = 9
		:: x == 9; break
		od
	}
}
