byte x;
active proctype P() {
	do
	:: x < 3 ->
		atomic {
			x = x +
