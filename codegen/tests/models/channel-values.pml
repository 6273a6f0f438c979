// Channels that are values, of one kind or of several: polls, random and copying receives, d_steps, and comparisons that can fail. SPIN stops
// at the first error.
chan a = [2] of { byte, byte }
chan b = [2] of { byte, byte }
chan c = [2] of { byte }
chan d = [0] of { byte }
byte x, y
bool t

proctype P(chan q; chan s) {
	chan z
	byte i, arr[2]
	z = a
	do
	:: x == 1 && q??[1,eval(arr[i])] -> x = 0
	:: q?[1,2] || (t && z??[2,_]) -> x = (x + 1) % 2
	:: q!!2,x
	:: q??eval(arr[x]),i -> i = 0
	:: nfull(q) && q??[eval(4 / (x + y)),0] -> t = !t
	:: z?<y,i> -> i = i % 2; y = y % 3
	:: s?y
	:: d_step {
		z = b
		s!1
		if
		:: z??1,i -> i = 0
		:: z??[2,2] -> z!1,2
		:: else -> z = a
		fi
	}
	:: break
	od
	d_step { s!3; z!!1,x }
}

init {
	atomic { run P(a, c); run P(b, d) }
}
