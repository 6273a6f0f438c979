byte x;
#include "include/again.h"
