/* A sorted send compares values as they are before they are truncated, also in a queue that is not sorted. */
chan c = [3] of { byte, byte };
chan d = [4] of { byte };
byte x;
active proctype P() {
	c!!0,1;
	c!!0,-1
}
active proctype Q() {
	c?<0,1>
}
active proctype R() {
	d!3; d!1; d!!2; d!!1;
	d?x; assert(x == 2);
	d?x; assert(x == 3)
}
