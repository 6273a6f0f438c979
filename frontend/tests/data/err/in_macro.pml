#define INC(v) v += 1
#define FULL(c) !full(c)
byte x; chan c = [1] of { byte };
init {
	INC(x);
	if :: FULL(c) -> skip fi;
	x = 3 4
}
