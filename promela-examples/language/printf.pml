/*
 * printf is a step, and its arguments are only read.
 */
byte x = 3;

active proctype P()
{
	printf("x is %d\n", x);
	x = 4;
	printf("no arguments\n")
}
