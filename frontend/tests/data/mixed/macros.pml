#include "defs.h"
#define SET(v, e) v = e
#define BOTH(v) SET(v, unknown); SET(v, LIMIT)
byte x;
init {
	CHECK(x);
	OUTER(x);
	SET(x, missing);
	SET(x, 1 +);
	SET(nothing, 2);
	BOTH(x);
	SET(SET(x, other), 2)
}
