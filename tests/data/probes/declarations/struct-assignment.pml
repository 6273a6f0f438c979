/* Declarations: a structure cannot be assigned as a whole. */
typedef Pos { byte row; byte col };
Pos from, to;
init { from.row = 4; to = from; assert(to.row == 4) }
