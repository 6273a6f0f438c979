/* Globals that one proctype uses, and still not one process: two at once, one behind the other, and one that is started with what it finds. */
byte sum, again, given;
chan back = [1] of { byte };

/* What one assigns the other reads. */
proctype Adder()
{	byte old;
	old = sum;
	sum = old + 1;
	if
	:: sum == 1 -> skip
	:: sum != 1 -> back!sum
	fi
}

/* Finds what the one before has left. */
proctype Again()
{	again++;
	if
	:: again == 1 -> given = 1
	:: again != 1 -> back!again; given = 2
	fi
}

/* `first` has its value from the step that starts the process. */
proctype Given()
{	byte first = given;
	given = 3;
	assert(first < 2)
}

init
{	byte n;
	run Adder();
	run Adder();
	back?n;
	assert(n == 2);
	do
	:: n < 4 -> run Again(); n++
	:: n >= 4 -> break
	od;
	back?n;
	assert(n != 2);
	run Given()
}
