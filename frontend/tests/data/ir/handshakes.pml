/* Rendezvous: in and out of atomic, beside else, over channels that were passed on. */
mtype = { ask, tell };
chan a = [0] of { mtype, chan }; chan c[2] = [0] of { byte };
byte seen;
active proctype Client() { chan mine = [0] of { byte }; byte v; atomic { a!ask(mine); mine?v; c[v - 1]!v }; seen = v }
active proctype Server() {
	chan back;
	do
	:: atomic { a?ask,back; seen = 1; back!2 }
	:: c[1]?eval(seen + 1); break
	:: c[0]?_ -> break
	:: timeout -> break
	od
}
active proctype Other() { byte w; if :: c[1]?w :: else -> skip fi }
