byte x, y;
active proctype Count() {
	y = x++;
	x += 2
}
/* SPIN: line 3, Error: syntax error saw 'operator: ++' */
