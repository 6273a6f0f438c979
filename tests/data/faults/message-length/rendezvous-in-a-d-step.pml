/* Two errors of one step: the first is said. */
chan a = [0] of { byte };
chan b = [1] of { byte, byte };
active proctype P() {
	chan c;
	if :: c = a :: c = b fi;
	d_step { skip; c!1, 2 }
}
active proctype Q() { byte x, y; end: do :: a?x :: b?x,y od }
