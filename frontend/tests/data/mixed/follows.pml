/* What is lost with a syntax error must not be reported again. */
mtype = { red green, 3blue };
byte a[, b;
byte size = 3 3;
proctype P(byte n; k) { n = k; here: skip }
active proctype Q() {
	byte own = = 1;
	own = 2; b = red; a[1] = blue; size = 1;
there:	x = * 2;
	goto there;
	run P(1, 2);
	run P(1, 2, 3);
	real = 1
}
active proctype R() {
	do
	:: b > 0 -> { byte inner; break
	:: else -> break
	od;
	inner = 1;
	goto nowhere
}
