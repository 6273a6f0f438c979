/* After an error of the preprocessor the rest is checked, but not for names that may be in the missing text. */
#include "missing.h"
#define TWO(a, b) a = b
#define PLUS 1 +
byte x, y;
init {
	x = LIMIT;
	INC(x);
	TWO(x);
	x[1] = 2;
	x = PLUS;
	y = = 1
}
