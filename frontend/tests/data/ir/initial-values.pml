/* Initial values of globals are set type by type: `early` reads `number` before its turn. */
mtype = { red, green, blue };
mtype:size = { small, big };
mtype = { white };
int number = 7; byte early = number; short later = early + 1; bit bits[3] = { 1, 0 };
mtype colour = green; mtype:size room = big; unsigned three : 3 = 9; chan q = [2] of { byte, bit }; byte list[4] = { 1, 2, 3 };
init {
	assert(early == 0 && later == 1 && bits[2] == 0 && three == 1 && list[3] == 3);
	assert(red == 3 && blue == 1 && white == 4 && small == 2 && room == 1 && colour == 2);
	q!300,3; q?number,bits[1]; assert(number == 44 && bits[1] == 1)
}
