/* As possible.pml, without room. PARTNER does the other half with each channel. */
#define SEND c!3,4
#define SORTED c!!3,4
#define RECEIVE c?x,y
#define SEARCH c??7,y

chan one = [0] of { byte };
chan two = [0] of { byte, byte };
chan again = [0] of { byte, byte };
chan three = [0] of { byte, byte, byte };
byte x, y, a, b, d;

proctype P(chan c) { end: OPERATION }

active proctype Q() {
end:	do
	:: one PARTNER ONE
	:: two PARTNER TWO
	:: again PARTNER TWO
	:: three PARTNER THREE
	od
}

init { atomic { run P(two); run P(OTHER) } }
