// Nested escapes, around loops, atomic sequences and a d_step. SPIN counts 3351 states, 2600 matched, 2307 atomic steps, depth 1563.
byte x, y
chan r = [0] of { byte }
chan q = [1] of { byte }

active proctype P() {
	byte i
	{
		{
			do
			:: x < 4 -> x++
			:: atomic { x > 1 -> y++; x--; y > 3 }
			od unless { y == 2 -> y = 0 }
		}
		x = 9
	} unless { r?i -> x = i }
	{ d_step { x > 5 -> x = 0; y = 0 }; q!3; q?i } unless {
		if
		:: q?[3] -> skip
		:: x == 2 -> x = 1
		fi
	}
	y = 1
}

active proctype Q() {
	do
	:: r!7
	:: y < 3 -> y++
	:: q?x
	od unless { timeout -> x = 2 }
}
