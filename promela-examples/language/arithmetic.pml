/*
 * Expressions are evaluated in 32 bits; division and remainder go towards zero, && and || do not evaluate what
 * they need not, and a conditional only the branch taken.
 */
int x = -7;
byte zero, big = 200;

active proctype P()
{
	assert(x / 2 == -3 && x % 2 == -1 && x >> 1 == -4);
	assert(big + big == 400);
	assert((5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6 && ~0 == -1);
	assert(zero == 0 || 1 / zero == 1);
	assert(!(zero != 0 && 1 / zero == 1));
	assert((zero == 0 -> 8 : 1 / zero) == 8);
	assert(1 + 2 * 3 == 7 && 1 << 2 + 1 == 8 && !zero + 1 == 2)
}
