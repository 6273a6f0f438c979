/* for goes over an array of structures, and over the messages of an element of an array of channels. */
typedef M { byte p; byte q };
typedef T { byte b[3] };
T ts[4];
byte r;
init {
	byte i; M m, n;
	chan cs[2] = [2] of { M };
	for (i in ts) { r++ }
	m.p = 1; cs[1]!m; m.q = 2; cs[1]!m;
	for (n in cs[1]) { r = r + n.p + n.q }
}
