/* Two processes use one hidden variable, an array by a constant index, and one that is only counted:
   nothing of them decides, so all their steps but those on `sum` are local. */
hidden byte i;
hidden byte row[3];
hidden int steps;
byte sum;
active [2] proctype P() {
	byte k;
	do
	:: k < 4 ->
		d_step { row[0] = k; row[1] = row[0] * 2; i = row[1] };
		steps++;
		k = k + 1
	:: else -> break
	od;
	sum = sum + k
}
