/* Local choices that others look at: by a label, by the value of a local, and the end of a process at one. */
byte g, h;

active proctype Walker()
{	byte l;
	do
	:: g < 3 ->
		g++;
here:		if
		:: l == 0 -> l = 1
		:: l == 1 -> l = 2
		:: l == 2 -> l = 0
		fi;
		h = g
	:: g >= 3 -> break
	od;
end:	if
	:: l == 2 -> g = 9
	:: l > 2 -> g = 10
	fi
}

active proctype Watcher()
{	Walker@here -> assert(h == 0);
	Walker:l == 2 -> assert(h != 1)
}

active proctype Worker()
{	byte n, k;
	n = h;
	k = g;
	if
	:: n < k ->
		if
		:: k == 1 -> assert(g < 3)
		:: k == 2 -> assert(h < 3)
		:: else -> skip
		fi
	:: n >= k -> n = 10 / (k + 1 - n)
	fi
}
