/*
 * Every type keeps as many bits as it has: 1, 8, 16 (signed), 32 (signed), or those of an unsigned.
 */
bit b;
bool o;
byte y;
short s;
int i;
unsigned u : 3;
pid p;
mtype = { A };
mtype k;

active proctype P()
{
	b = 2;           assert(b == 0);
	b = 3;           assert(b == 1);
	o = 7;           assert(o == 1);
	y = 300;         assert(y == 44);
	y = 0; y--;      assert(y == 255);
	s = 40000;       assert(s == -25536);
	u = 9;           assert(u == 1);
	u = 7; u++;      assert(u == 0);
	p = 257;         assert(p == 1);
	k = 300;         assert(k == 44);
	i = 2147483647;  assert(i > 0)
}
