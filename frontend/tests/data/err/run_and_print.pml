byte x;
proctype P(byte a) { skip }
init {
	run P;
	run P(1;
	run (1);
	run P(1) priority;
	printf(x);
	printf "x";
	printf("%d" x);
	printf("a", );
	printm();
	set_priority(1)
}
