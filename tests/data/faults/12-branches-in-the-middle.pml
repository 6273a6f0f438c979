/* A long atomic sequence that branches now and then: among its ends is one for each way through it. An assertion in the
   middle of the last loop fails on one of them. */
byte a, b;
active proctype P() {
	short i;
	atomic {
		do
		:: i < 1200 -> i++
		:: else -> break
		od;
		if :: a = 1 :: a = 2 :: a = 3 fi;
		do
		:: i > 0 -> i--
		:: else -> break
		od;
		if :: b = 1 :: b = 2 fi;
		do
		:: i < 40 -> i++; assert(i != 20 || a != 3 || b != 2)
		:: else -> break
		od
	}
}
active proctype Q() { a = 0; b = 0 }
