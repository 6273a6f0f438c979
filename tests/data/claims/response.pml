/* A request that is answered, unless the server is never given its turn. */
bool asked, answered;

active proctype Client() {
	do
	:: !asked -> asked = true; answered; answered = false
	od
}

active proctype Server() {
	do
	:: asked -> answered = true; asked = false
	od
}

never { /* ![](asked -> <>answered) */
T0:
	do
	:: true
	:: asked && !answered -> goto accept_S1
	od;
accept_S1:
	do
	:: !answered
	od
}
