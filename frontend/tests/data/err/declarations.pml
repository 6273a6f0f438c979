byte x : 3;
unsigned u : ;
byte a[3;
byte b[] = 1;
byte c = { 1, };
chan d = [2] { byte };
chan e = [2] of byte;
chan f = [2] of { unsigned };
chan g = [] of { byte };
byte 3d;
byte ;
byte h i;
mtype = { a b, , c };
mtype { = };
hidden mtype = { z };
init { skip }
