/* A declaration after the first statement, or in a block, is an assignment; before it, it costs nothing. */
byte g = 2;
proctype P(byte from; short s) {
	byte a = from + 1; byte b = a; bit c[2] = 1; chan own[2] = [1] of { byte }; short d[3] = { 4, 5 };
	g = a + b + c[1] + d[2];
	byte late = g; byte zero; byte some[3]; chan none;
	{ byte inner = late; do :: byte once = 3; inner < 9 -> inner = inner + once :: else -> break od };
	own[1]!late; assert(d[2] == 5 && some[1] == 0 && some[0] == 0)
}
init { byte inner = 1; run P(g, inner); inner = run P(3, 40000); inner = 1 + run P(1, 0) }
