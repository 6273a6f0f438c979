/* An element that does not exist is written on one of two ways. Right: a run-time error there, and the other way is searched. */
byte a[2], x;
active proctype P() {
	if
	:: a[2] = 1; assert(false)
	:: x = 1
	fi
}
active proctype Q() { x == 1 -> assert(x == 2) }
