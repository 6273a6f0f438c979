init { printf("hello); x = 'a; }
byte y; #define
