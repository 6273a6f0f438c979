byte x;
/* counts
active proctype Count() {
	x++
}
// SPIN: line 2:1: error: unterminated comment
