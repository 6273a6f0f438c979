/*
 * Several labels before one statement, of which one begins with `end`; progress and accept labels change nothing
 * for assertions and end states.
 */
byte x;

active proctype P()
{
progress:
	x = 1;
accept_here:
	x = 2;
here:
end_here:
	x == 9
}
