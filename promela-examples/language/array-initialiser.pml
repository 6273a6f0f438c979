/*
 * One value initialises all elements; a list that is too short goes on with its last value.
 */
byte all[3] = 7;
byte some[4] = { 1, 2, 3 };
short local_sum;

active proctype P()
{	byte mine[3] = { 9, 8 };

	assert(all[0] == 7 && all[2] == 7);
	assert(some[0] == 1 && some[2] == 3 && some[3] == 3);
	local_sum = mine[0] + mine[1] + mine[2];
	assert(local_sum == 25)
}
