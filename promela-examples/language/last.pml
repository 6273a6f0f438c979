/*
 * _last is the process that moved last, 0 before the first move. A model that asks for it has more states: it is part of them.
 */
byte x;

active proctype P()
{
	x = 1;
	x = 2
}

active proctype Q()
{
	assert(_last == 0 || _last == _pid);
	x = 3;
	if
	:: _last == _pid -> x = 4
	:: else -> x = 5
	fi
}
