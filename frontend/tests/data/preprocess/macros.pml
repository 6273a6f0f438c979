#define N 5
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define EMPTY
#define PAIR(x, y) x, y
#define TWICE(m, x) m(m(x))
#define INC(x) ((x) + 1)
#define LONG \
	a = 1; \
	b = 2
byte x = N;
x = MAX(N, x + 1);
x = MAX(MAX(1, 2), MAX(x, (3, 4)));
TWICE(INC, y)
PAIR(, ) | PAIR(1, ) | PAIR((a, b), "a, b")
INC (1) INC
(2) INC
y EMPTY = -EMPTY-EMPTY z
atomic { LONG }
x = MAX(1,
	2 /* two
	*/ 
	) + 1
x = MAX(
#ifdef N
	1,
#else
	2,
#endif
	3) b
-N +N N.N N->N 1..N 0 .. N a.N[N]
#undef N
N
c?EMPTY?x; :EMPTY: a EMPTY:EMPTY: b
