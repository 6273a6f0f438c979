/* `written` and `derived` are never read, `shown` is printed only, `taken` is received into: SPIN keeps that one. Locals die. */
byte written, derived, shown, taken, x; chan q = [2] of { byte };
active proctype P() {
	byte one, two;
	do
	:: x < 2 -> x++; one = x; written++; derived = written + 1; shown = one; printf("%d", shown); q!one; two = one; two++
	:: else -> break
	od;
	q?taken; q?one
}
active proctype Q() { byte start = 3, copy; copy = start; x == 2 -> start = 1; copy++ }
