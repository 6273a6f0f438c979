/* Meaningful labels: on jumps, on options, on heads, and inherited. */
byte x;
active proctype P() {
end_here: goto on;
on:	do
	:: x == 1 -> progress: x = 2
	:: x == 3 -> end1: if :: x == 4 :: x == 5 fi
	od
}
active proctype Q() {
	do :: x == 2 -> accept: goto out :: x == 0 -> x = 1 od;
out:	x = 3
}
active proctype R() { if :: end: x == 9 -> x == 10 :: x == 11 fi }
