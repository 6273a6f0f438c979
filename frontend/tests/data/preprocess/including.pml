#include "include/a.h"
#include <include/b.h>
#define NAME "include/c.h"
#include NAME
main FROM_A FROM_B FROM_C __FILE__
#include "include/empty.h"
#include "include/a.h"
end
