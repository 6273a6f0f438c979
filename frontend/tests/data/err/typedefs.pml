typedef { byte x };
typedef T { byte x, byte y; int }
typedef U byte x;
typedef V { byte x = ; y = 1; short z };
init { typedef W { byte x }; x = }
