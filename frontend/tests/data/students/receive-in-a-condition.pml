chan c = [1] of { byte };
byte x;

active proctype P() {
	if
	:: c?x && x > 1 -> skip
	:: else -> skip
	fi
}
/* SPIN: line 6, Error: syntax error saw 'operator: &&' */
