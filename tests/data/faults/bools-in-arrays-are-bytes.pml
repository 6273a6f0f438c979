/* A bool keeps the lowest bit of a number, an element of an array of them a byte. */
bool b = 2;
bool a[3] = { 3, 0 };

active proctype P() {
	bool c = 5, d = 4;
	assert(!b && c && !d);
	b = 3;
	assert(b == true);
	b = 2;
	assert(b == false);
	assert(a[0] && a[0] != true && a[0] == 3);
	a[1] = 2;
	assert(a[1] && !(a[1] == true) && a[1] != false);
	b = (a[0] == true);
	assert(b == false);
	a[2] = true;
	assert(a[2] == true)
}
