// What goes wrong inside a d_step. SPIN stops at the first error, and goes round the endless one for ever.
byte x, y
chan r = [0] of { byte }

active proctype P() {
	if
	:: d_step { x = 1; y == 1; x = 2 }
	:: d_step { x = 1; r!1; x = 2 }
	:: d_step {
		x = 0
		do
		:: x = 1 - x
		od
	}
	:: d_step {
		x = 0
		do
		:: x < 2 -> x++
		:: x > 5 -> break
		od
	}
	fi
}
