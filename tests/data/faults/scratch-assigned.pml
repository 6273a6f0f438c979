/* `_ = value` is a step that keeps nothing, but `run` in its value and an index are executed. */
byte a = 3;
byte b[2];
proctype Q() { a = 2 }
active proctype P() {
	_ = a;
	_ = run Q() + 1;
	if :: _ = b[a - 2] :: _ = 10 / a :: a == 2 -> _ = 7 fi;
	d_step { _ = a + 1; a = 1 };
	_ = a;
	assert(_nr_pr <= 2)
}
