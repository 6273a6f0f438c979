/* Elements are told apart by constant indices; any other index needs all of them. */
typedef Pair { byte left; byte right[2] }
hidden byte a[3], b[2], part[2], known[2], moved[2], index;
hidden Pair p, q[2];
byte x;
active proctype P() {
	d_step { a[0] = 1; a[1] = 2; a[2] = 3; x = a[x % 3] }
	d_step { b[0] = 1; x = b[0]; x = b[1]; b[1] = x }	//= b
	d_step { part[0] = 1; x = 0; x = part[x]; part[1] = 0 }	//= part
	d_step {
		for (index : 0 .. 1) { known[index] = 1 }	/* SPIN's states are the same, but that is not seen */
		x = known[1]					//= known
	}
	d_step { index = 1; moved[index] = 2; x = moved[index] }	//= moved
	d_step { p.left = 1; x = p.left; p.right[1] = 2; x = p.right[1] }
	d_step { p.left = 1; x = p.left + p.right[0] }		//= p.right
	p.right[0] = 2;
	d_step { q[0].left = 1; q[1].left = 2; x = 0; x = q[x].left; x = q[0].right[0] }	//= q[].right
	d_step { q[1].right[1] = 1; q[0].right[0] = 1; x = q[0].right[0] + q[1].right[1] }
}
