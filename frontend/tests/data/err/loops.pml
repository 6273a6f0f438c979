byte x; byte a[3];
init {
	for (x : 1 .. ) { skip }
	for (x = 0; x < 3; x++) { skip }
	for (x in ) { skip }
	for x in a { skip };
	for (x : 1 ... 3) { skip };
	for (x : 1 .. 3) skip;
	select (x : 1, 3);
	for (in : 0 .. 2) { skip };
	select x : 1 .. 3
}
