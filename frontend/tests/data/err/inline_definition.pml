byte x;
inline set(v, n) {
	v = n;
	do :: v > 0 -> v-- :: else -> break od
}
init {
	set(x, 1);
	if :: set(x, 2) :: x == 1 -> skip fi;
	x = ;
	other(x)
}
