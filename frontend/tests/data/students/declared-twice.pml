byte x;
byte x;
active proctype Count() {
	x++
}
/* SPIN: line 2, Error: redeclaration of 'x' statement separator near 'active' */
