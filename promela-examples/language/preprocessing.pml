/*
 * Macros with and without parameters, conditionals, continued lines, comments of both kinds, and a macro that is a
 * conditional expression.
 */
#define MAX(a,b) ((a) > (b) -> (a) : (b))
#define LIMIT    4
#define COUNT_UP(v) \
	do \
	:: v < LIMIT -> v++ \
	:: else -> break \
	od

#if LIMIT > 3 && defined(MAX)
byte x = MAX(1, 2);     // two
#elif LIMIT == 3
byte x = 99;
#else
#error not here
#endif
#undef LIMIT
#define LIMIT 5

active proctype P()
{
	assert(x == 2);
	COUNT_UP(x);
	assert(x == 5)
#ifdef NOWHERE
	assert(false)
#endif
}
