#include "again2.h"
