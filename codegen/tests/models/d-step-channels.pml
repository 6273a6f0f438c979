/* Options of a `d_step` that look at a channel in a variable, or at an element far away: each is bound where it is asked for, one after the other. */
chan a = [2] of { byte, bit };
chan b = [2] of { byte, bit };
chan meet = [0] of { byte, bit };
chan e;
byte x, i = 1, rows[9];

active proctype P() {
	if
	:: e = a
	:: e = b
	fi;
	a!1,1; b!2,0; b!3,1;
	d_step {
		if
		:: rows[(i * 3 + rows[0] * 2 + rows[i] + 4) % 9] == 1 -> x = 9
		:: e?[5,_] -> x = 1
		:: e??eval(i + 2),_ -> x = 2
		:: rows[(i * 5 + rows[1] * 2 + rows[i] + 4) % 9] == 1 || e??[7] -> x = 9
		:: e?1,1 -> x = 3
		:: e!9,1 -> x = 4
		fi;
		do
		:: e??[9,1] -> x = 9; e??9,_
		:: e?i,_ -> x++
		:: empty(e) -> break
		od
	}
	assert(x != 9);
	e = meet;
	d_step {
		if
		:: i == 20 -> x = 9
		:: e?1,1 -> x = 5
		:: e?i,0 -> x = 6
		fi
	}
	assert(x == 6 && i == 4)
}

active proctype Q() {
	meet!4,0
}
