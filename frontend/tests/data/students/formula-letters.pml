byte x;
active proctype Count() {
	x++
}
ltl reached { G (x == 0 -> F (x == 1)) }
/* SPIN: line 6, Error: undeclared variable: G saw ''(' = 40' */
