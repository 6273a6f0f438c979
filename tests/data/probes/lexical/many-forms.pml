// Lexical level: two kinds of comments, macros with arguments, optional commas and semicolons, initialisers of arrays, conditional expressions.
#define LARGER(p, q) ((p) > (q) -> (p) : (q))
#define ROOM 2
/* one
   comment over lines */
mtype { north east, south };
typedef Cell { byte v[ROOM]; chan ear = [1] of { byte }; bool ok };
typedef Grid { int size; Cell c[2] };
Grid grid;
byte few[5] = { 4, 3, 2 }
byte same[3] = 6
int below = -12
byte letter = 'z';
chan two[2] = [1] of { byte }
typedef Tail { byte p; byte q };
active proctype Forms()
{	byte big = LARGER(4, 9)
	short way
	way = (big < 5 -> 100 : 200)
	assert big == 9
	do
	:: way == 200 -> way = 1; break
	:: else
	od
	grid.c[1].v[1] = 8; grid.c[0].ear ! 3; two[1] ! 2
	assert(few[0] == 4 && few[4] == 2 && same[2] == 6 && below == -12 && letter == 122)
	;; skip;;
	atomic { way = 2; };
	{ way = 3; }
	if :: skip; fi;
	printf("%d %c %x %o %u %e\n", few[1], letter, 16, 9, 5, east)
	bool yes = true, no
	no = !yes || (way & 2) | 8 == 8 ^ 3
	assert(no)
}
