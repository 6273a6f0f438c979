/* The second executable transition of a D_proctype is an error; else, skip, jumps and d_steps are not. */
chan r = [0] of { byte };
byte x, unread;
D_proctype P() {
	if :: x == 0 -> x = 1 :: x < 2 -> x = 2 :: else -> x = 3 fi;
	if :: x == 7 :: else -> x = 9 fi;
	do :: true -> break :: true -> x = 1; break od;
	if :: goto out :: x = 4 fi;
out:	if :: d_step { x = 1; x = 2 } :: atomic { x = 3; x = 4 } :: d_step { x = 5; x = 6 } fi;
	if :: r!1 :: r!2 fi
}
D_proctype Q() { byte v; if :: r?1 -> x = 1 :: r?v -> x = 2 fi }
D_proctype W() { if :: unread = 1 :: unread = 2 fi }
init { run W(); (_nr_pr == 1); run P(); (x > 9 || _nr_pr < 9); run Q() }
