/* The run ends, and the claim goes on alone: what fails is its second step in the last state. */
byte x = 1;

init {
	byte idle
}

never {
S0:
	do
	:: true -> goto S1
	:: assert(x == 2)
	od;
S1:
	true -> goto S0
}
