/* A reduction: an atomic sequence touches what it only tests on its way. `P` writes a variable of its own and looks whether there is a message. */
chan c = [1] of { byte };
active proctype P()
{
	byte l;
	atomic {
		l = 1;
		if
		:: c?l -> assert(l == 1)
		:: else -> assert(l == 0)
		fi
	}
}
active proctype Q() { c!7 }
