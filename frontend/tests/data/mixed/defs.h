#define LIMIT 3
#define CHECK(v) assert(v < LIMTI)
#define OUTER(v) INNER(v, 1)
#define INNER(v, w) v += w
