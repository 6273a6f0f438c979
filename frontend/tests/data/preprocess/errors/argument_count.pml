#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define NONE() 1
#define WRAP(x) MAX(x)
x = MAX(1);
x = MAX(1, 2, 3);
x = NONE(4);
x = WRAP(5);
