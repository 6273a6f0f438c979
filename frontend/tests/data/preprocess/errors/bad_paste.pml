#define CAT(a, b) a ## b
#define EDGE(a) ## a
#define HASH(a) # b
x = CAT(+, 1);
