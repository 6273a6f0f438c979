/* Choices in a row in a `d_step`, each of which may leave the loop, so that no two ways run together again: code is not nested as deep as that. */
#define ONE(n) if :: y == n -> break :: y == n + 1 -> x = x + 2 :: else fi
#define FIVE(n) ONE(n); ONE(n + 1); ONE(n + 2); ONE(n + 3); ONE(n + 4)
byte x, y;

active proctype P() {
	if
	:: y = 0
	:: y = 17
	:: y = 39
	:: y = 41
	fi;
	d_step {
		do
		:: x < 5 ->
			x++;
			FIVE(0); FIVE(5); FIVE(10); FIVE(15); FIVE(20); FIVE(25); FIVE(30); FIVE(35)
		:: else -> break
		od
	}
	assert(x == (y == 0 -> 1 : (y == 41 -> 5 : 3)))
}
