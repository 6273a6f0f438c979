#define ZERO 0
#if
#endif
#if 1 +
#endif
#if 1 / ZERO
#endif
#if (1
#endif
#if 1 2
#endif
#if "x" == 1
#endif
#if 08 || 1.5
#endif
#if 0xfffffffffffffffff
#endif
#if 1 ? 2
#endif
