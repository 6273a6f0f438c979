/* Polls, copying and random receives, sorted sends, eval of anything. */
mtype = { red, green };
chan c = [3] of { byte, byte };
chan d = [2] of { mtype, bit };
byte x;
active proctype P() {
	atomic {
	c!!5,6; c!!1,2; c!!3,4;
	assert(c?[1] && c?[1,2] && !c?[2,1] && !c?[3]);
	assert(c??[3] && c ?? [3,4] && !c??[3,2] && c??[_,6]);
	assert(c?[x,2] && c??[x,6] && !c??[eval(x),6]);
	c?<x,_>;
	assert(x == 1 && len(c) == 3);
	c ?? < x,6 >;
	assert(x == 5 && c??[eval(x),eval(x + 1)]);
	c ?? 3,x;
	assert(x == 4 && len(c) == 2);
	c?eval(x - 3),2;
	d!red(1)
	};
	if
	:: d?[green,_] -> x = 8
	:: d?[red] -> x = 9
	:: c??[eval((x > 3 -> 5 : 6)),_] -> x = 10
	fi
}
active proctype Q() {
	byte y;
	do
	:: c ?? eval(y),_
	:: c?<eval(y + 1),y>
	:: y < 2 -> y++
	:: nempty(c) && c?[5,6] -> break
	od
}
