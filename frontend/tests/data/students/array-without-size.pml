int a[] = { 1, 2, 3 };
active proctype Sum() {
	assert(a[0] == 1)
}
/* SPIN: line 1, Error: syntax error saw '']' = 93' */
