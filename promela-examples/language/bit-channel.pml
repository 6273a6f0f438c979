/*
 * In a message of one field a bit is stored as a byte, and not cut to one bit; with two fields it is.
 */
chan one = [1] of { bit };
chan two = [1] of { bit, byte };
byte x;

active proctype P()
{
	one!3;
	one?x;
	assert(x == 3);
	two!3,0;
	two?x,_;
	assert(x == 1)
}
