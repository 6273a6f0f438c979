/* Globals that one process uses, which is started once: `i`, `j` and `own` are as good as locals. Not so `asked`, which another one reads. */
byte shared, asked, i, j, own[2];

proctype Counter()
{	i = 0;
	do
	:: i < 2 ->
		own[i] = shared;
		j = 2 * i;
		shared = j + 1;
		i++
	:: i >= 2 -> break
	od;
	if
	:: own[0] == own[1] -> assert(own[0] < 4)
	:: own[0] != own[1] -> asked = 1; asked = 2
	fi
}

active proctype Writer()
{	byte n;
	do
	:: n < 4 -> shared = n; n++
	:: n >= 4 -> break
	od
}

init
{	run Counter();
	shared > 2;
	assert(asked != 1)
}
