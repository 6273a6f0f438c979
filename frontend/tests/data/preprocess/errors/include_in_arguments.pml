#define F(x) x
F(
#include "include/bad.h"
)
