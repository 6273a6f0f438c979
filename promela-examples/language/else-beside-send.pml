/*
 * else beside a send is executable when the send is not: the channel is full, or nobody takes the message.
 */
chan full_soon = [1] of { byte };
chan meeting = [0] of { byte };
byte sent, met, refused;

active proctype S()
{	byte i;

	do
	:: i < 3 ->
		if
		:: full_soon!i -> sent++
		:: else -> refused++
		fi;
		i++
	:: else -> break
	od;
	assert(sent == 1 && refused == 2);
	if
	:: meeting!9 -> met = 1
	:: else -> met = 2
	fi
}

active proctype R()
{
end:	meeting?9
}
