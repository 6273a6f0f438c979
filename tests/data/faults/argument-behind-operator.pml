/* An argument is read apart from what stands before the parameter: `c ! (!x)`, no sorted send, and
 * `x - (-1)`, no decrement. */
chan c = [2] of { byte };
byte x = 1;

inline put(p) { c!p }

inline less(p) { x = x -p }

init {
	c!2;
	put(!x);
	less(-1);
	assert(x == 2);
	c?x;
	assert(x == 2);
	c?x;
	assert(x == 0)
}
