byte x;
init {
	atomic { };
	if :: x == 1 -> { } :: :: else -> fi;
	do od;
	if :: fi
}
proctype Empty() { }
typedef Nothing { }
mtype = { }
chan c = [1] of { };
