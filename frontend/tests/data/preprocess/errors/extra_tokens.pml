#define A 1
#ifdef A x
#endif A
#undef A b
