/* Initial values of structures, their arrays and members are ignored, those of plain members are not. */
typedef Pair { byte x; byte y = 9 }
typedef Both { Pair p = 7; Pair r[2] = 8; byte z = 1 }
byte n = 3;
Pair g = 3;
Pair h[2] = n + 1;
Both both = 5;
active proctype P() {
	Both mine = n, other[2] = 10 / n;
	assert(g.x == 0 && g.y == 9 && h[1].x == 0 && h[0].y == 9);
	assert(both.p.x == 0 && both.r[1].y == 9 && both.z == 1);
	assert(mine.p.x == 0 && mine.r[0].y == 9 && other[1].r[1].y == 9 && other[0].z == 1);
	mine.r[1].x = n;
	n = mine.r[1].x
}
