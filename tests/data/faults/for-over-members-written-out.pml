/* The same as for-over-members.pml in the words of a SPIN that counts the elements of a variable. */
typedef node { byte kids[3]; byte one }
typedef deep { node n[4]; node m }
node tree[2], flat;
deep deeper[5];
byte seen;
active proctype P() {
	deep own;
	byte k, i = 1;
	for (k : 0 .. 2) { tree[1].kids[k] = k + 1; seen++ }
	assert(seen == 3 && k == 3 && tree[1].kids[2] == 3);
	for (k : 0 .. 2) { seen++ }
	for (k : 0 .. 2) { seen++ }
	for (k : 0 .. 2) { seen++ }
	assert(seen == 12);
	for (k : 0 .. 3) { own.n[k].one = k; seen++ }
	for (k : 0 .. 3) { seen++ }
	assert(seen == 20 && own.n[3].one == 3)
}
