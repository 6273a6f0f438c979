/* A receive looks at the message before it stores any field, and stores the fields from left to right. */
typedef Pair { byte left; byte right }
hidden byte got, wanted, to, too_late, head, both, peeked, polled, m;
hidden Pair pair;
byte a[2], x;
chan c = [4] of { byte, byte };
chan r = [0] of { byte };
chan t = [1] of { Pair };
Pair p;
active proctype P() {
	c!1,1; c!0,0; c!1,1; c!1,2; c!1,1; c!1,1;
	t!p;
	r!1;
	r!2
}
active proctype Q() {
	c?got,x;
	wanted = 0;
	c?wanted,eval(wanted);		//= wanted
	c?to,a[to];
	c?a[too_late],too_late;		//= too_late
	d_step { c?head,x; a[head % 2] = x }
	d_step { c?<both,x>; x = both; c?_,_ };
	t?pair;
	x = pair.right;			//= pair.right
	d_step { r?m; x = m };
	r?peeked;
	polled = 1;
	c?[polled,1] || c?[eval(polled),1] || x < 9	//= polled
}
