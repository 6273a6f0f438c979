#ifdef A
byte x;
#else
byte y;
#else
#endif
#if 1
byte z;
