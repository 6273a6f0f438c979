#define A 1
#define B 0
#define F(x) (x + 1)
#if A
a1
#elif B
a2
#else
a3
#endif
#if defined(A) && !defined B || UNKNOWN
b1
#endif
#if B
don't look "here
#if A
c1
#else
c2
#endif
#elif F(2) == 3 && (A ? 0x10 : 010) == 16
c3
#elif 1 / 0
c4
#else
c5
#endif
#ifdef A
# ifndef B
d1
# else
d2
# endif
#endif
#if 0 && (1 / 0) || 'a' == 97 && '\n' == 10 && -1 > 0u && ~0 == -1
e1
#endif
#if (2 + 3 * 4 - 6 / 4 % 3) << 1 == 26 && (5 & 3 | 4 ^ 1) == 5 && -7 / 2 == -3 && -7 % 2 == -1
e2
#endif
#if 1 < 2 == 1 && 2 >= 2 && 3 != 4 && !0 && +1 && -9223372036854775807 - 1 < 0
e3
#endif
#
#pragma once in a while
#ident "v1"
# 20 "here.pml"
__LINE__ __FILE__
#line 100
__LINE__
