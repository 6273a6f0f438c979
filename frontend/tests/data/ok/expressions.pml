/* Precedence and parentheses; each printed with those that it needs. */
typedef T { byte b; byte c[2] } typedef U { T t; T ts[3] } U u U us[2] T t;
int x, y, z; chan c = [1] of { int };
init {
	x = 1 + 2 * 3 - 4 / 5 % 6;
	x = (1 + 2) * (3 - (4 - 5));
	x = 1 - (2 - 3) - 4;
	x = (x | y ^ z & 1) == (x || y && z);
	x = x | (y ^ (z & (1 == 2)));
	x = ((x | y) ^ z) & 1;
	x = x << 1 + 2 >> 3 < 4 <= (5 > 6 >= 7);
	x = !x && !(x && y) || ~x == -x;
	x = - (-x) - (-1) - -1; x = ! (!x); x = ~(~x); x = !(-x);
	x = !(x == 1); x = -(x + 1) * 2;
	x = (x -> (y -> 1 : 2) : z) + 1;
	x = x == 1 != 2; x = x != (1 == 2); x = (x);
	u.t.b = us[1].ts[x + 1].c[us[0].t.b]; us[x == 1 && y].t.b = 3;
	x = (len(c) == 1 && c?[1] || c??[eval(x)]);
	nempty(c) && x == 1 && (full(c) || y == 2);
	(x == 1 ||
	 y == 2 &&
	 z == 3);
	(timeout && x == 1) -> skip
	x = (x -> u.t.b : y); x = true + false * skip
	x=1-1;x=-1;y=x-1;(x<-1);(x>-1);(x==-1);x=x*-1;x = 4294967296 + 99999999999999999999
}
