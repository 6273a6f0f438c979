/* Only when Q was first, the index of what P prints is out of its bounds: so printing depends on Q,
 * and what is printed keeps `i` in the state. */
byte a[2], i = 1;

active proctype P() { printf("%d\n", a[i]) }

active proctype Q() { i = 2 }
