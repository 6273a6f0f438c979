byte x;
active proctype P() {
	cuont = 1;
	do
	:: x < 3 ->
		goto further;
		later = 2;
		x = x +
