/* Declarations: whole structures are message fields and parameters, member by member. */
typedef Pos { byte row; short col };
Pos from, to; chan wire = [1] of { byte, Pos };
proctype Check(byte k; Pos p) { assert(p.row == 4 && p.col == -3 && k == 9) }
init { from.row = 4; from.col = -3; wire!9,from; byte key; wire?key,to; assert(to.col == -3 && key == 9); run Check(key, to) }
