int max(int a, int b) {
	return a
}
active proctype Use() {
	int m;
	m = max(1, 2)
}
/* SPIN: line 1, Error: syntax error saw ''(' = 40' */
