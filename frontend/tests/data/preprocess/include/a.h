#ifndef A_H
#define A_H
#define FROM_A 1
a __FILE__ __LINE__
#include "deep/d.h"
#endif
