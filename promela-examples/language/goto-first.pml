/*
 * A goto as the first statement of a process costs nothing: the process starts at its target.
 */
byte x;

active proctype P()
{
	goto there;
there:	x = 1;
	goto end;
	x = 2;
end:	x = 3
}
