byte x; chan c = [1] of { byte };
init {
	c!;
	c?;
	c!x,;
	c?x,;
	c?(x;
	c?x+1;
	c?<x;
	c?[x] + 1 == ;
	c?eval x;
	c ! ? x;
	len c == 1;
	c??[];
	nfull c
}
