/* Constructs that are not supported, all named in one run, next to a real error. */
typedef Point { byte x; byte y };
Point p;
byte n;
trace { do :: c!1 od }
chan c = [2] of { byte };
active proctype P() priority 2 {
	p.x = n;
	n = p.y;
	d_step { n = 1; n = 2 };
	{ n = 3 } unless { n == 2 };
	for (n : 1 .. 3) { skip };
	nn = 1
}
