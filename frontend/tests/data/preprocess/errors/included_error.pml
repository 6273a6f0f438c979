byte x;
#include "include/bad.h"
byte y;
