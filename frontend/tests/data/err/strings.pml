byte x;
init {
	printf("not closed);
	x = 'ab';
	x = 'a;
	printf('hello');
	x = 1 1
}
