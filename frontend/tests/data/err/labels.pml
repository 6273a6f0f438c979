byte x;
init {
L1:	byte y;
L2:	xr x;
	goto;
	goto 3;
L3	x = 1;
L4::	x = 2;
	break 1
}
