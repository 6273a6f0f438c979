/* The error of one process must not hide that of another, whatever is left out. */
byte a[2], x, y;
active proctype P() { y = 1; a[-1] = y }
active proctype Q() { x = 1; assert(x + y < 2) }
