/* A long atomic sequence that is blocked at a place without a choice, after a thousand steps and more, where it loses
   atomicity, and again by a full channel, and goes on by `goto`. */
chan narrow = [1] of { byte };
bool open;
byte rounds;
active proctype loops() {
	short i;
again:
	atomic {
		i = 0;
		do
		:: i < 1500 -> i++
		:: else -> break
		od;
		open;
		narrow!rounds;
		i = 0;
		do
		:: i < 300 -> i = i + 2
		:: else -> break
		od;
		rounds++;
		if
		:: rounds < 3 -> goto again
		:: else
		fi
	}
}
active proctype gate() {
	do
	:: open = !open
	:: narrow?_
	:: rounds == 3 -> break
	od
}
