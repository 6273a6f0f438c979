/* A reduction: what a process cannot do yet counts too. The only thing that `P` can do at first is local, but if it does that first, the message
   comes too late for the other option. */
chan c = [1] of { byte };
active proctype P()
{
	byte l;
	if
	:: l == 0 -> l = 1
	:: c?l -> assert(l == 0)
	fi
}
active proctype Q() { c!1 }
