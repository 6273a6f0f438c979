/* Repeated skips inside an option are one step, first and last excepted; elsewhere each is a step. */
byte x;
active proctype P() {
	skip; skip;
	if
	:: x == 0 -> skip; skip; skip; skip; x = 1
	:: skip; skip; skip; skip
	:: x == 0; printf("a"); skip; skip; l: skip; skip; x = 2; skip
	fi;
m:	n: skip; skip; last:
}
