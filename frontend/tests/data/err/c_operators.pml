byte x, y;
init {
	x += 1;
	x -= y;
	x &&= y;
	if :: x => y -> skip fi;
	++x;
	y = x++;
	y = !!x;
	x = y = 1;
	if :: x = 1 -> skip :: else fi;
	x = (y ? 1 : 2);
	x = x == 1 ? 1 : 2
}
