#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
	(f)^m(m);
#define a b c
#define b c a
#define c a b
a b c
#define F(k) k G
#define G(k) F(k) H
F(2)(9)
#define self self + 1
self
#define P(n) Q(n)
#define Q(n) P(n) + n
P(1) Q(P(2))
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define LPAREN (
#define CALL t LPAREN
CALL 1)
