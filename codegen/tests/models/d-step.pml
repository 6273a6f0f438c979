// Selections, loops and messages inside a d_step. SPIN counts 4572 states, 3835 matched, no atomic step, depth 329, and sees the
// assertion fail.
byte x, y, a[4]
chan q = [2] of { byte }
chan r = [0] of { byte }
bool b

active proctype P() {
	byte i
	do
	:: d_step {
		i < 3 -> i = 0
		do
		:: i < 4 -> a[i] = i * x; i++
		:: else -> break
		od
		i = 3
	}
	:: d_step {
		if
		:: x == 0 -> y = 1
		:: x == 1 -> y = 2; assert(y == 3)
		:: else -> y = 0
			if
			:: b -> y = 5
			:: else
			fi
		fi
		x = (x + 1) % 3
	}
	:: d_step {
		q?i
		do
		:: i > 0 -> i--
			if
			:: i == 2 -> y = 3
			:: else
			fi
		:: i == 0 -> break
		od
		do
		:: y > 0 -> y--
		:: else -> break
		od
		i = 0
	}
	:: d_step {
		nfull(q) -> q!x
		if
		:: full(q) -> b = !b
		:: nfull(q) -> skip
		fi
	}
	:: break
	od
	skip
	d_step { r?x; y = x; x = 0 }
	d_step {
		i = 0
		do
		:: i < 3 -> i++
		:: i == 3 -> y = 9; break
		od
		x = 1
	}
}

active proctype Q() {
	d_step { q!1; x = 2; y = 2 }
	r!7
	skip
}
