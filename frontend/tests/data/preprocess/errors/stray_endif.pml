byte x;
#endif
#else
#elif 1
