/* Types: what each type keeps of a number that is too large for it; elements of bit arrays are eight bits wide. */
bit one; bool yes; byte small; short middle; int large; unsigned three : 3; pid who;
bit bits[3];
mtype = { first, second, third };
mtype word;
typedef Mixed { bit flag; byte value; unsigned two : 2; bit many[2] }
Mixed mixed;
chan line = [1] of { bool, byte, short, bit, int, mtype };
byte b; short s; bit t; int i; mtype m; bool y;
active proctype Widths()
{
	one = 6; assert(one == 0); one = 7; assert(one == 1);
	yes = 3; assert(yes == 1);
	small = 258; assert(small == 2); small = 0; small--; assert(small == 255);
	middle = 32769; assert(middle == -32767);
	three = 13; assert(three == 5);
	large = 2147483647; large++; assert(large < 0);
	word = 258; assert(word == 2); who = 511; assert(who == 255);
	bits[1] = 6; assert(bits[1] == 6);
	mixed.flag = 4; mixed.value = 512; mixed.two = 6; mixed.many[0] = 3;
	assert(mixed.flag == 0 && mixed.value == 0 && mixed.two == 2 && mixed.many[0] == 3);
	line!2,257,65537,7,-1,third;
	line?y,b,s,t,i,m;
	assert(y == 0 && b == 1 && s == 1 && t == 1 && i == -1 && m == third);
	i = -9 / 4; assert(i == -2 && -9 % 4 == -1);
	i = -9 >> 1; assert(i == -5 && 1 << 4 == 16)
}
