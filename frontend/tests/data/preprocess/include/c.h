#define FROM_C 3
no end of line: __FILE__