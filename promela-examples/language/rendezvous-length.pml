/*
 * In the middle of a handshake the channel holds one message, for whoever asks before it is taken: what the receiver is
 * provided for, what it compares with, where it stores.
 */
chan door = [0] of { byte, bit };
chan other = [0] of { byte };
byte at[3];

active proctype Giver()
{
	door!7,1; door!1,1; other!4
}

active proctype Guarded() provided (full(door) || at[1] || nempty(other))
{
	door?at[len(door)],at[2];
	assert(at[1] != 7)
}

active proctype Comparing()
{
	door?eval(len(door)),1;
	assert(len(door) == 0)
}

active proctype Refused() provided (nfull(other) && len(other) == 0)
{
	other?at[0]
}
