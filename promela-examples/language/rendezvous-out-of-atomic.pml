/*
 * After a rendezvous out of an atomic sequence to a receiver that is in none, anybody may go on: the assertion
 * fails when the sender does.
 */
chan c = [0] of { byte };
byte x;

active proctype S()
{
	atomic { x = 1; c!5; x = 2 }
}

active proctype R()
{	byte v;

	c?v;
	assert(x == 1)
}
