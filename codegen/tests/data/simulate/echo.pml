/* Reads its input, one character at a time. */
chan STDIN;
int c;

active proctype echo() {
end:	do
	:: STDIN?c -> printf("%c", c - ('a' <= c && c <= 'z' -> 32 : 0))
	od
}
