/* Every statement, with its spellings. */
byte x, y, in; byte a[4]; chan c = [2] of { byte, byte }; chan d[2] = [1] of { byte };
proctype P(byte n) { skip }
init {
	byte local_one = 3, other; xr c; xs d[0], c
	skip; true; false; (x == 1); x == 1 -> y = 2;
	x = 1; x++; y--; a[x + 1] = a[a[1]] ; x = skip
	c!1,2; c!1(2); c!!x,y; c! !x,!y; d[1]!len(c)
	c?x,y; c?x(y); c?(x,y); c?1,_; c?eval(x + 1),-1; c??x,y; c?<x,y>; c??<1,y>; c?x,(y)
	c?[x,y]; c??[1,eval(y)]; (c?[x,y] && x == 1)
	if :: x == 1 -> y = 1 :: (y == 2) :: else fi
	do :: x < 3 -> x++ ; break
	   :: c?x,y; if :: true -> skip :: else -> goto out fi
	   :: timeout -> break
	   :: else
	od;
	for (x : 1 .. 3) { y = y + x }
	for (x in a) { a[x] = 0; }
	for (y : 0..2)
	{ skip }
	select (x : 1 .. y + 3);
	atomic { x = 1; y = 2; }
	d_step { x = 1; y = 2 }
	{ x = 1 } unless { x == 2 };
	atomic { x = 1 } x = 2;
	{ x = 1 }
	unless { y == 1 -> goto out };
	L1: x = 1 unless y == 3; L2: L3: y = 2; L4: { skip; L5: };
	do :: x = 1 od unless c?x,y;
	assert(x == 1); assert x == 1 && y == 2; assert full(c) || x == 1;
	printf("hello\n"); printf("x = %d \"%e\"\n", x, y + 1); printm(x);
	printf("tab\t; } fi (");
	set_priority(_pid, 3); x = get_priority(_pid);
	run P(1); x = 1 + run P(x); run P(2) priority 4;
	full(c); nfull(c) && (empty(d[1]) || x == 1); x = nempty(c);
	x = (x > 1 -> 2 : 3); x = ((x -> y : 1) + 2);
	c_code { x = now.y; }; c_code [x > 1] { "}" ; { } };
	x = c_expr { now.x + 1 };
	;; x = 1 -> -> y = 2;
out:	else -> skip
	x = enabled(1) + pc_value(0);
	x = 'a' + '\n' + '\'';
end:
}
