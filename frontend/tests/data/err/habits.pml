byte x, m[2][3], v[2] = { 1, 2 }, w;
chan c = [1] of { byte }, d = [1] of { byte };
init {
	byte k[2][2];
	x = x > 1 -> 2 : 3;
	c!eval(x);
	x = c?1;
	m[0][1] = 2;
	chan e = [1] of { byte }, f;
	skip
}
