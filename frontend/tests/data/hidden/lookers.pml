/* Conditions of processes, claims and traces look at what earlier steps have written. */
hidden byte allowed, promised, claimed, traced, place, quiet, both;
byte x;
chan c = [2] of { byte };
active proctype P() {
	allowed = 1; promised = 1; claimed = 1; traced = 1; place = 0; both = 1;
	c!1
}
active proctype Q() provided (allowed == 1) {	//= allowed
	byte v;
	c?v;
	/* Scratch for this process, but the formula sees it. */
	d_step { both = 2; x = both };
	assert(x < 100)
}
active proctype R() {
	Q[place]:v == 1			//= place
}
trace {
	do
	:: c!1
	:: c?eval(traced)		//= traced
	od
}
ltl p { [] (promised == 0 || quiet == 0) }	//= promised claim
never {
	do
	:: claimed > 3 -> skip		//= claimed claim
	:: both > 3 -> skip		//= both claim
	:: else
	od
}
