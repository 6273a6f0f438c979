byte x;
byte z = ;
init {
	x = ;
	x = 1 + ;
	x = (2 * );
	assert;
	x = x == ;
	x = 3
}
