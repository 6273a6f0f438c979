byte x;
init {
	:: x == 1 -> skip
	if x == 1 -> skip :: else fi;
	do x = 1 od;
	atomic { :: x = 1 }
}
