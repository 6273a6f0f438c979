/* P stands at a `progress` label for ever, so no cycle is without progress. */
bit x;

active proctype P() {
progress:
	false
}

active proctype Q() {
	do
	:: x = 1 - x
	od
}
