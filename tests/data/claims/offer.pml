/* Handshakes are one step of the system, an offer that nothing takes is none. */
chan store = [1] of { byte };
chan meet = [0] of { byte };

active proctype S() {
	do
	:: store!1
	:: meet!2
	od
}

active proctype R() {
	byte v;
	do
	:: store?v
	:: meet?v -> break
	od
}

never {
T0:
	do
	:: true
	:: len(store) == 1 -> goto accept_S1
	od;
accept_S1:
	do
	:: len(store) == 1
	od
}
