/* else looks at the options before it in the flattened selection, wherever it is written. */
byte a, b, n;
active proctype P() {
	b = 1;
	if :: if :: a -> n = 1 :: else -> n = 2 fi :: b -> n = 3 fi;
	if :: else -> n = 4 :: b -> n = 5 :: false -> n = 6 :: 0 fi;
	else; n = 7
}
