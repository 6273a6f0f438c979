/* Widths of bits: several names, initial values, parameters, members. */
typedef Bits { unsigned low : 3 = 14, high : 20 = 1048577; bit one = 7 };
unsigned a : 3 = 9, b : 31 = 2147483647, c : 1;
Bits bits[2];
proctype P(unsigned n : 4; byte k) {
	unsigned x : 7 = n * 10, y : 2;
	assert(n == 3 && x == 30 && y == 0);
	x = x + 100;
	assert(x == 2);
	y--;
	assert(y == 3);
	bits[k].low++;
	bits[1 - k].one = bits[k].low
}
init {
	assert(a == 1 && b == 2147483647 && bits[1].low == 6 && bits[0].high == 1 && bits[1].one == 1);
	b++;
	assert(b == 0);
	c = 5;
	assert(c == 1);
	atomic { run P(19, 1); run P(35, 0) }
}
