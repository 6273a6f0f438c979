/* Partial-order reduction: local, global and channel statements of all kinds, with exclusive use declared; the full search meets them all the same. */
chan out = [2] of { byte }; chan back = [1] of { byte }; byte g;
active proctype Main()
{
	byte l; xs out; xr back;
	l = 2; out!l; out!3; back?l;
	g = l; if :: l == 3 -> l = 4 :: g == 3 -> l = 5 :: else fi;
	nfull(out); empty(back); len(out) >= 0; !back?[7];
	skip; printf("%d %d\n", l, g);
	run Echo(1); run Idle();
	atomic { l = 1; l++ }; atomic { l = 3; g = 4 }; d_step { l = 5; l++ };
	_pid == 0; _nr_pr > 1;
	do :: back?l :: back?9 -> l = 1 :: empty(back) -> break od;
	timeout; goto last; last: l = 0
}
active proctype Echo(byte turn) { byte v; xr out; xs back; do :: turn == 0 && v < 2 -> out?v; v++ :: else -> break od; if :: turn == 0 -> back!3 :: else fi }
proctype Idle() { byte copy = g; copy++ }
