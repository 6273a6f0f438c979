byte x;
init {
	if (x == 1) {
		x = 2
	} else {
		x = 3;
		x += 1
	}
	while (x < 3) {
		x++
	}
	do { x++ } 
	switch (x) { x = 2 };
	x = f(1) + 2;
	call(x);
	return x
}
