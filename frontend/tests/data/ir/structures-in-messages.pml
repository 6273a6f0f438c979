/* Whole structures in messages and as arguments: field by field. */
typedef Point { short x; bit y = 1 };
typedef Line { Point from, to; byte name[2] };
chan lines = [1] of { Line };
chan mixed = [2] of { byte, Point, bit };
chan plain = [1] of { short, bit };

proctype Q(Point p; byte n; Point q) {
	assert(p.x == -5 && p.y == 1 && n == 9 && q.x == 0 && q.y == 0);
	p.x = n
}
active proctype Idle(Point p) {
	assert(p.y == 0)
}
init {
	Line l, m;
	Point a[2];
	l.from.x = -5; l.name[1] = 200;
	lines!l;
	if
	:: lines?[eval(l.from.x)] -> lines?<m>; lines?m
	:: lines ?? [1,_] -> assert(false)
	fi;
	assert(m.from.x == -5 && m.to.y == 1 && m.name[1] == 200);
	mixed!3,l.from,1;
	mixed!!2,m.to,0;
	mixed?m.from.x,a[1],_;
	assert(m.from.x == 2 && a[1].x == 0);
	mixed?3,a[0],_;
	plain!a[0];
	plain?a[1];
	m.to.y = 0;
	run Q(a[1], 9, m.to)
}
