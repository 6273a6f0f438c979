byte x;
#include "no_such.h"
#include
#include 7
