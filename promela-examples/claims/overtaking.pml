/*
 * Two processes that exclude each other, as in
 *   G. L. Peterson, "Myths about the mutual exclusion problem", Information Processing Letters 12 (1981), pages 115-116.
 *
 * Checked: one process at a time is inside (an assertion). And that the algorithm is fair, by a never claim of what must not
 * happen: while process 0 waits, process 1 enters twice. A claim like this is easier to read as steps than as a formula.
 *
 * Parameters     default
 *   FLAG_ONLY    off       a fault: a lock that belongs to the first who sees it free, in place of the algorithm
 */
bool wants[2];
#ifdef FLAG_ONLY
bool locked;
#else
bit turn;
#endif
byte inside;

active [2] proctype user()
{	bit me = _pid;

	do
	:: wants[me] = true;
#ifdef FLAG_ONLY
waits:		d_step { !locked -> locked = true };
#else
		turn = 1 - me;
waits:		!wants[1 - me] || turn == me;
#endif
		inside++;
critical:	assert(inside == 1);
		inside--;
#ifdef FLAG_ONLY
		locked = false;
#endif
		wants[me] = false
	od
}

#define waits0 (user[0]@waits && !user[1]@critical)
#define overtaken0 (user[0]@waits && user[1]@critical)

never {
	do
	:: true
	:: waits0 -> break
	od;
	do
	:: waits0
	:: overtaken0 -> break
	od;
	do
	:: overtaken0
	:: waits0 -> break
	od;
	do
	:: waits0
	:: overtaken0 -> break
	od
}
