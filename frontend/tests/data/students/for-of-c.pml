byte sum;
active proctype Sum() {
	byte i;
	for (i = 0; i < 3; i++) {
		sum = sum + i
	}
}
/* SPIN: line 4, Error: syntax error saw 'operator: =' */
