byte a;
#define TWO(a, b) a b
#include "worse.h"
