/* A failed assertion, and then an error that ends the path. */
byte x;

active proctype P() {
	d_step { x = 1; assert(x == 2); x == 3 }
}
