#ifndef N
#error  give N with -D, don't forget
#endif
#warning N is large
