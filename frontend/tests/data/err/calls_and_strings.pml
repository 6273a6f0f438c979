byte x;
chan c = [1] of { byte };
active proctype P() {
	x = foo(3);
	x = lem(c);
	"begin";
	if
	:: x == 1 -> "one"
	:: asert(x)
	fi
}
