/*
 * A receive without buffer happens in the sender's step. In its own turn the receiver may take the else, even
 * while a sender waits; both ways are explored, and in one of them the sender waits for ever.
 */
chan meeting = [0] of { byte };
byte x;

active proctype S()
{
	meeting!5
}

active proctype R()
{	byte v;

	if
	:: meeting?v -> x = 1
	:: else -> x = 2
	fi
}
