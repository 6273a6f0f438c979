/*
 * eval compares with the value of an expression where a variable would be assigned.
 */
chan c = [2] of { byte, byte };
byte x = 4, y;

active proctype P()
{
	c!4,1;
	c!5,2;
	c?eval(x),y;
	assert(x == 4 && y == 1);
	c?eval(x+y),y;
	assert(x == 4 && y == 2)
}
