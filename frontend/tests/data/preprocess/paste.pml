#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define STR(a) #a
#define XSTR(a) STR(a)
#define N 12
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
#define t(x,y,z) x ## y ## z
#define SHOW(fmt, ...) printf(fmt, ## __VA_ARGS__)
#define ALL(args...) f(args)
CAT(p, 1) CAT(, q) CAT(r, ) CAT(,)| CAT(N, N) XCAT(N, N) XCAT(a, N)
STR(N) XSTR(N) STR("a\n" 'b' \ c) STR( a   +  b ) STR()
join(x, y)
t(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) t(,,)
SHOW("a") SHOW("%d", N) SHOW("%d %d", 1, N)
ALL(1, N, (2, 3)) ALL()
CAT(<, <) CAT(-, >)
