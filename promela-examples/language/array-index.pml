/*
 * An index outside of its array is a run-time error.
 */
byte a[3];
byte i = 3;

active proctype P()
{
	a[i] = 1;
	i = 0
}
