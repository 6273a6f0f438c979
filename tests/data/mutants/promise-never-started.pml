/* A process that is never started has promised to be the only one to receive. */
chan q = [1] of { byte };
proctype right(chan inp) { byte x; xr inp; inp?x }
active proctype left() {
	byte x;
	do :: x < 7 -> q!x; q?x od;
	run right(q)
}
