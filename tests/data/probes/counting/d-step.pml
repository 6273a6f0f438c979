/* Counting: a d_step is one transition, whatever happens in it, and no atomic step; of two options the first is taken. */
byte a, b;
init { d_step { a = 4; if :: b = a :: b = 9 fi; do :: a > 1 -> a-- :: else -> break od }; assert(b == 4 && a == 1); a = 0 }
