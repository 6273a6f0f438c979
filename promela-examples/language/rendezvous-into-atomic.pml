/*
 * After a rendezvous out of one atomic sequence into another, the receiver goes on uninterrupted; the sender's
 * sequence is interrupted.
 */
chan c = [0] of { byte };
byte x;

active proctype S()
{
	atomic { x = 1; c!5; x = 2 }
}

active proctype R()
{	byte v;

	atomic { c?v; assert(x == 1); x = 3; x = 4 }
}
