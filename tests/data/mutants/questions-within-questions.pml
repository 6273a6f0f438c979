/* Each process asks for the next one, in an expression of 300 operators: the interpreter goes deep, and does not use up its stack. */
#define TEN + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
byte x;
active [30] proctype P() {
	enabled(_pid + 1) HUNDRED HUNDRED HUNDRED > 1000 -> x++
}
active proctype Q() { x = 1 }
