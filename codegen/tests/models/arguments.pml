/* Parameters are called as generated code calls parts of expressions that it binds to a name. */
chan c = [2] of { byte };
chan d[2] = [2] of { byte };
int a[300];
byte i = 3, j = 2;

proctype P(int index; int index_2; int index_3) {
	assert(index == 5 && index_2 == 6 && index_3 == 7)
}

proctype Q(byte polled; byte polled_2; byte index_2) {
	assert(polled == 8 && polled_2 && index_2 == 3)
}

init {
	a[(i * 3 + j * 7 + i * j + 1) % 300] = 6;
	a[(i * 5 + j * 11 + i * j * 2 + 1) % 300] = 7;
	run P(i + j, a[(i * 3 + j * 7 + i * j + 1) % 300], a[(i * 5 + j * 11 + i * j * 2 + 1) % 300]);
	d[1]!3;
	run Q(i + 5, d[i - j]?[3], i + d[j - 2]?[3])
}
