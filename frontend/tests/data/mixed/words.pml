/* Words of other languages, and keywords with a letter missing. */
#define N 3
int x, flag;
long y;
boolean b;
struct Pair { byte a };
x = 5;
void main() { skip }
init {
	x := 1;
	if :: x <> 1 then x = 2 :: x == 1 and flag -> skip fi;
	x = NULL;
	y = z;
	prinf("hello");
	asert(x == 1);
	runn P();
	atomc { x = 1 };
	goot done;
	{ x = 1 } unles { x == 2 };
	continue;
	do :: x > 0 -> brek :: els -> skp od;
	x === 1;
	flag += 2;
done:	skip
}
