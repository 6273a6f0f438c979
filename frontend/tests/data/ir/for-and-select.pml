/* Loops over ranges and arrays, select as options and as a loop; labels on them, break and goto in them. */
byte x, i, a_b;
active proctype P() {
again:	select (i : 1 .. 40);
	x++;
	if :: x < 2 -> goto again :: else fi;
	for (i : 1 .. 2) { x = i; skip; skip; skip; x = 2 };
	select (a_b : 1 .. 3);
	select (i : x .. 4);
inner:	for (i : 1 .. 3) { skip };
	if :: x < 4 -> x++; i = 1; goto inner :: else fi;
	byte array[3];
	for (i in array) { if :: i == 1 -> array[i] = 7 :: else -> goto next fi; next: skip };
	assert(array[1] == 7)
}
