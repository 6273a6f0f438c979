/* Outside of a d_step each statement is a step of its own, in an atomic sequence and where steps are merged as well. */
hidden byte asked, index, value, sent, checked, guard, escape, counter, chosen, shown, constant = 3, count, total;
byte a[2], x;
chan c = [1] of { byte };
active proctype P() {
	atomic { asked = 1; index = 1; value = 1 }
	sent = 2; checked = 1; guard = 1; escape = 0;
	atomic {
		x = 1;
		asked == 1;		//= asked
		x = value + 1;		//= value
		a[index] = 1;		//= index
		a[0] = index + value	//= index, value
	}
	c!sent;				//= sent
	c?eval(sent);			//= sent
	assert(checked == 1);		//= checked
	if
	:: guard == 1 -> skip		//= guard
	:: else -> skip
	fi;
	{ x = 2; x = 3 } unless { escape == 1; skip };	//= escape
	for (counter : 0 .. 1) {	//= counter
		x = counter		//= counter
	}
	select(chosen : 0 .. 1);	/* a statement for each value */
	x = chosen;			//= chosen
	shown = 1;
	printf("%d\n", shown);
	/* Never assigned. */
	x = constant;
	assert(x < 100);
	/* Read to compute themselves, and one another. */
	count++;
	total = total + count
}
