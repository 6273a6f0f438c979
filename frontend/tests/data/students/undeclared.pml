byte counter;
active proctype Count() {
	countr = counter + 1
}
/* SPIN: line 3, Error: undeclared variable: countr saw 'operator: =' */
