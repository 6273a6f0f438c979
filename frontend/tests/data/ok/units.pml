/* Every kind of top-level unit, with every form of its head. */
mtype = { request, answer }
mtype { more names }
mtype:fruit = { apple, pear }
mtype:fruit f = apple, g;
typedef Point { byte x; byte y };
typedef Packet {
	mtype kind;
	Point where[2];
	chan reply = [1] of { byte };
	unsigned flags : 3
}
byte a; short b byte z;
hidden int c; show byte d = 3; local byte e
bit b1; bool b2 = true; pid p; int i = -1, j = (2 * 3);
byte array[4] = { 1, 2, 3 }; byte same[N] = 7;
int N = 3;
chan empty_one; chan q = [2] of { byte, mtype:fruit, Point, chan };
chan many[3] = [0] of { bool };
Point origin;

proctype A(byte x, y; chan in_, out; Point where) { skip }
active proctype B() { skip }
active [2 + 1] proctype C() priority 3 provided (a > 0 && nfull(q)) { skip }
active [N] proctype D() { skip };
D_proctype E() { done: goto done }
init priority 2 { run A(1, 2, q, q, origin); run B() priority 5 }
never { do :: !(a == 1) :: np_ -> break od; accept: true }
never named { E@done; E[2]@done; C[1]:x == 3 || C:x[2] != 1 }
trace { do :: q!1, apple; q?_,_ od }
notrace { many[1]?true }
ltl { [] <> (a == 1) }
ltl p1 { (a U b) -> X (a) }
c_decl { struct { int x; } s; };
c_code { /* } */ printf("}"); }
c_state "int y" "Global"
c_track "&x" "sizeof(int)" "Matched"
