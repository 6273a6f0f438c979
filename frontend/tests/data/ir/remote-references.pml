/* Labels and variables of other processes: on jumps, heads, in front of loops and blocks, at the end. */
byte x;
proctype Other(byte n) {
	short a[3] = 7;
	bit once;
start:	a[n] = 4;
loop:	do
	:: !once -> once = 1
	:: once ->
jump:		goto choice
	od;
choice:
	if
	:: n == 0 -> n = 2
	:: else -> skip
	fi;
block:	{ byte k = 3; a[0] = k };
chain:	atomic { x = x + 1; a[1] = -1; a[2] = n };
	do
	:: x > 9 -> x = 0
	:: else ->
leave:		break
	od;
endLast:	x == 255
}
active proctype Watch() {
	byte seen, other;
	other = run Other(1);
	do
	:: Other[other]@start -> seen = seen | 1
	:: Other[1]@loop && Other:once == 0 -> seen = seen | 2
	:: Other@jump -> seen = seen | 4
	:: Other[other]@choice -> seen = seen | 8; assert(Other:n < 3)
	:: Other[other]@block -> seen = seen | 16
	:: Other[other]@chain -> seen = seen | 32; assert(Other[1]:a[x] != 4)
	:: Other[other]@leave -> seen = seen | 64
	:: Other[other]@endLast -> break
	od
}
