/* Macros for claims of the command line. The first name of an added formula is taken, and the last
   line has no end. */
#define p (x == 1)
byte x;
bool q;

active proctype formula() {
	do
	:: x = 1 - x
	:: q = !q
	od
}