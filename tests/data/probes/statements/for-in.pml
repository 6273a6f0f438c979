/* Statements, for-in: over a channel it takes each message out and puts it back; over an array it counts its indices. */
typedef Parcel { byte weight; bit fragile };
chan belt = [4] of { Parcel }; byte load, n;
init { Parcel it; it.weight = 5; belt!it; it.weight = 6; it.fragile = 1; belt!it; it.weight = 7; belt!it; for (it in belt) { load = load + it.weight; n = n + it.fragile }; assert(load == 18 && n == 2 && len(belt) == 3); short row[4]; byte at; for (at in row) { row[at] = at * at }; assert(at == 4 && row[3] == 9) }
