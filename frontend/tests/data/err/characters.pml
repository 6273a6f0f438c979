byte x;
init {
	x = 1 # 2;
	x = x \ 2;
	x = été;
	x = x ` 2
}
