/* Control graph: a goto as an else option's last leads straight out of a loop. */
byte n;
active proctype P()
{
	do
	:: n < 3 ->
		n++;
		if
		:: n == 1
		:: n == 2 -> skip
		:: else -> goto ready
		fi
	od;
ready:	n = 10
}
