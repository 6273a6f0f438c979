d
#include "../a.h"
