/* What printf and printm print. */
mtype = { idle, busy };
mtype:fruit = { apple, pear };
mtype state = busy;
mtype:fruit eaten = pear;
short low = -5;
byte a[2];

active proctype P() {
	printf("%d %u %x %o %c%%\n", low, low, low, low, 'A');
	printf("state %e, fruit %e, named %e, number %e\n", state, eaten, apple, 200);
	printf("tab\tback\\slash \"quoted\" \q\n");
	printm(state);
	printf(" half ");
	printf("line\n[%3d] [%-3d] [%03d]\n", low, low, low);
	printf("missing %d %d\n", low);
	printf("nothing at %d\n", a[low])
}
