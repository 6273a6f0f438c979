/* A reduction: else waits for what its siblings wait for. Of a rendezvous send that is whether somebody receives, of a buffered one whether there is room. */
chan meet = [0] of { byte };
chan line = [1] of { byte };
byte met, put;
active proctype Sender()
{
	if
	:: meet!1 -> met = 1
	:: else -> met = 2
	fi;
	if
	:: line!1 -> put = 1
	:: else -> put = 2
	fi;
	assert(met != 1 || put != 2);
	assert(met != 2 || put != 1)
}
active proctype Receiver()
{
	byte x;
	x = 3;
	if
	:: meet?x
	:: timeout
	fi
}
active proctype Filler() { line!2 }
