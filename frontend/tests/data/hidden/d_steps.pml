/* A d_step is one step: what it reads must be written on each way from its start. */
hidden byte i, both, one, late, looped, entry = 1, after, jumped, skipped, never_left, again;
byte x, y;
active proctype P() {
	d_step {
		for (i : 0 .. 2) { x = x + i }
	}
	d_step {
		if
		:: x > 1 -> both = 1; one = 1
		:: else -> both = 2
		fi;
		x = both + one;		//= one
		one = x
	}
	d_step { y = late; late = y + 1; x = late }	//= late
	d_step {
		do
		:: y < 3 -> looped = y; y++
		:: else -> break
		od;
		x = looped		//= looped
	}
	d_step { entry > 0 -> entry = 0; x = entry }	//= entry
	after = 1;
	d_step { x = 1; y = after; after = 2; x = after }	//= after
	d_step {
		x = 0;
		if
		:: x == 0 -> goto L
		:: else -> jumped = 1
		fi;
		skipped = 1;
		L: y = jumped + skipped;	//= jumped, skipped
		jumped = 1
	}
	d_step {
		do
		:: x < 2 -> again = x; x = again + 1
		:: x >= 2 -> again = 5; break
		od;
		y = again
	}
	/* Two d_steps are two steps. */
	atomic {
		d_step { never_left = 4; x = never_left };
		d_step { x = never_left; y = 0 }	//= never_left
	}
}
