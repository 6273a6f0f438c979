/* `for` over arrays that are members; the arrays on the way to them are longer or shorter. */
typedef node { byte kids[3]; byte one }
typedef deep { node n[4]; node m }
node tree[2], flat;
deep deeper[5];
byte seen;
active proctype P() {
	deep own;
	byte k, i = 1;
	for (k in tree[1].kids) { tree[1].kids[k] = k + 1; seen++ }
	assert(seen == 3 && k == 3 && tree[1].kids[2] == 3);
	for (k in flat.kids) { seen++ }
	for (k in deeper[1].n[i + 1].kids) { seen++ }
	for (k in own.m.kids) { seen++ }
	assert(seen == 12);
	for (k in deeper[i].n) { own.n[k].one = k; seen++ }
	for (k in own.n) { seen++ }
	assert(seen == 20 && own.n[3].one == 3)
}
