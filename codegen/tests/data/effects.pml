/* What transitions do: see effects.rs. Before a loop and at the end of its options, at a break and a goto, control branches; behind a selection it does not. */
chan c = [3] of { byte };
byte second;

proctype other()
{
	c?_
}

init
{
	byte first;

	first = 1;
	first = 2;
	do
	:: first < 9 ->
		first++;
		c!first
	:: c?first ->
		if
		:: first > 20
		:: first < 20 -> goto done
		fi
	:: else -> break
	od;
	if
	:: second == 1 -> second = 7
	:: second == 2
	fi;
	c!second;
	c?second;
	assert(second == 7);
	d_step {
		c?first;
		first = 0
	};
	run other();
	c?[9];
	goto done;
done:
	second = 3
}
