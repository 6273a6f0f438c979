#define N 3
#define N 4
#define M  a + b
#define M a  +  b
#define F(x) x
#define F(y) y
