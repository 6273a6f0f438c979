#define MAX(a, b) ((a) > (b) -> (a) : (b))
x = MAX(1,
  2;
