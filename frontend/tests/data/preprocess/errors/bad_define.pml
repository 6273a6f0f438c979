#define
#define 7 x
#define defined 1
#define F(a, a) a
#define F(a, 1) a
#define F(a
#undef
#ifdef
#ifndef 7
